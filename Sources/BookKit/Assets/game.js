// "You are the scheduler": a walk through the graph of all schedules, which the real program has made.
"use strict";

for (const place of document.querySelectorAll(".game")) {
  const { state, save, make, lineOf, button } = window.book;
  const graph = JSON.parse(place.querySelector("script").textContent);
  const level = place.dataset.level;
  const start = graph.nodes.length - 1;
  // The nodes on the way, and the choices between them.
  let way = [start];
  let moves = [];
  const played = new Set();
  const shortest = graph.way ? graph.way.length : 0;

  const list = document.querySelector(".listing");
  const table = make("table", { className: "schedule" });
  const log = make("div", { className: "wide", tabIndex: 0 }, table);
  log.setAttribute("role", "group");
  log.setAttribute("aria-label", "What has happened");
  const choices = make("div", { className: "choices" });
  choices.setAttribute("role", "group");
  choices.setAttribute("aria-label", "Which thread runs next?");
  const said = make("p", { className: "said" });
  said.setAttribute("role", "status");
  const count = make("p", { className: "quiet" });

  const rowsOf = (choice) => choice.slice(2).map((row) => graph.rows[row]);

  // The choice of a thread in a node.
  const choiceOf = (node, thread) => graph.nodes[node].c.find((choice) => choice[0] === thread);

  const rows = () => {
    const all = [...graph.opening];
    moves.forEach((thread, index) => all.push(...rowsOf(choiceOf(way[index], thread))));
    return all;
  };

  const showLog = () => {
    const head = make("tr", {}, make("td"));
    const heading = (text) => {
      const cell = make("th", { textContent: text });
      cell.scope = "col";
      return cell;
    };
    graph.threads.forEach((name) => head.append(heading(name)));
    head.append(heading("Values"));
    const body = make("tbody");
    let values = "";
    rows().forEach(([thread, text, watched], index) => {
      const number = make("th", { textContent: String(index + 1) });
      number.scope = "row";
      const line = make("tr", {}, number);
      graph.threads.forEach((_, column) =>
        line.append(make("td", { textContent: column === thread ? graph.texts[text] : "" })));
      const news = graph.texts[watched] !== values ? graph.texts[watched] : "";
      if (news) values = news;
      line.append(make("td", { textContent: news }));
      body.append(line);
    });
    table.replaceChildren(make("thead", {}, head), body);
    log.scrollTop = log.scrollHeight;
  };

  // Marks the lines at which the threads stand.
  const showLines = (stands) => {
    if (!list) return;
    for (const mark of list.querySelectorAll(".cursor")) mark.remove();
    for (const line of list.querySelectorAll(".at")) line.classList.remove("at");
    for (const [thread, , number] of stands) {
      const line = lineOf(list, number);
      if (!line) continue;
      line.classList.add("at");
      line.append(make("span", { className: "cursor", textContent: ` ◀ ${graph.threads[thread]}` }));
    }
  };

  const showChoices = (node, hadFocus) => {
    const buttons = (node.s || []).map(([thread, intention, , code]) => {
      const choice = node.c.find((one) => one[0] === thread);
      const name = make("strong", { textContent: graph.threads[thread] });
      const text = make("span", { textContent: graph.texts[intention] });
      const item = make("button", { type: "button" }, name, " ", text);
      if (code >= 0) item.append(make("code", { textContent: graph.texts[code] }));
      item.dataset.thread = graph.threads[thread];
      if (choice) {
        item.onclick = () => {
          way.push(choice[1]);
          moves.push(thread);
          show(true);
        };
      } else {
        item.disabled = true;
        item.append(make("em", { textContent: " waits" }));
      }
      return item;
    });
    choices.replaceChildren(...buttons);
    const first = choices.querySelector("button:not([disabled])");
    if (hadFocus) (first || again).focus();
  };

  const win = () => {
    state.levels[level] = Math.min(state.levels[level] || Infinity, moves.length);
    save();
    place.dataset.won = "true";
    if (place.dataset.next && !place.querySelector(".following")) {
      place.append(make("a", { className: "following", href: place.dataset.next, textContent: "The next level" }));
    }
  };

  const showEnd = (node) => {
    played.add(moves.join(","));
    if (node.f >= 0) {
      win();
      const sentences = [graph.texts[node.f], `It fails. You have won in ${moves.length} moves.`];
      if (moves.length > shortest) sentences.push(`The shortest way takes ${shortest}.`);
      return sentences.join("\n");
    }
    if (played.size === graph.orders) {
      win();
      return `You have tried all ${graph.orders} orders.`;
    }
    return "All threads have ended, and nothing went wrong. "
      + `You have tried ${played.size} of ${graph.orders} orders.`;
  };

  const show = (hadFocus) => {
    const node = graph.nodes[way[way.length - 1]];
    showLog();
    showLines(node.s || []);
    back.disabled = moves.length === 0;
    said.textContent = node.c ? "" : showEnd(node);
    said.classList.toggle("failed", node.f >= 0);
    showChoices(node, hadFocus);
    count.textContent = `${moves.length} moves · ${played.size} of ${graph.orders} orders tried`;
  };

  const back = button("Step back", () => {
    way.pop();
    moves.pop();
    show(false);
    if (back.disabled) again.focus();
  });
  const again = button("Start again", () => {
    way = [start];
    moves = [];
    show(false);
  });
  const claim = button("It cannot fail", () => {
    if (graph.way) said.textContent = `It can fail: ${shortest} moves are enough.`;
    else {
      said.textContent = `Right. It holds in all ${graph.orders} orders: the Explorer has tried them.`;
      win();
    }
  });

  const title = make("p", { className: "choose", textContent: "Which thread runs next?" });
  const tools = make("div", { className: "tools" }, back, again, claim);
  place.querySelector(".quiet").remove();
  place.append(title, choices, said, log, tools, count);
  show(false);
}
