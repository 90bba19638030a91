// Steps through a recorded schedule: first "which row breaks it?", then row by row.
"use strict";

for (const player of document.querySelectorAll(".player")) {
  const { make, lineOf, button } = window.book;
  const data = player.querySelector("script");
  const frames = data ? JSON.parse(data.textContent) : [];
  const rows = [...player.querySelectorAll("tbody tr")];
  const why = player.querySelector(".why");
  // A lesson's schedule has listings of its own; a level's has the one above it.
  const own = [...player.querySelectorAll(".listing")];
  const lists = own.length ? own : data ? [document.querySelector(".listing")] : [];
  const isAsking = rows.some((row) => "marked" in row.dataset);
  let shown = rows.length;

  const said = make("p", { className: "said" });
  said.setAttribute("role", "status");

  // The lines at which the threads stand when so many rows are there.
  const lines = () => {
    const frame = frames.filter((one) => one.rows <= shown).pop();
    return frame ? frame.lines : {};
  };

  const show = () => {
    rows.forEach((row, index) => {
      row.hidden = index >= shown;
      row.classList.toggle("latest", index === shown - 1);
    });
    const focused = document.activeElement;
    back.disabled = shown === 0;
    next.disabled = end.disabled = shown === rows.length;
    // A button that cannot be pressed any more would take the keyboard with it.
    if (focused && focused.disabled && player.contains(focused)) (shown ? begin : next).focus();
    for (const list of lists) {
      for (const mark of list.querySelectorAll(".cursor")) mark.remove();
      for (const line of list.querySelectorAll(".at")) line.classList.remove("at");
    }
    for (const [thread, [number, place]] of Object.entries(lines())) {
      const line = lists[number] && lineOf(lists[number], place);
      if (!line) continue;
      line.classList.add("at");
      line.append(make("span", { className: "cursor", textContent: ` ◀ ${thread}` }));
    }
  };

  const move = (to) => () => {
    shown = Math.max(0, Math.min(rows.length, to()));
    show();
  };
  const begin = button("Start again", move(() => 0));
  const back = button("Back", move(() => shown - 1));
  const next = button("Step", move(() => shown + 1));
  const end = button("To the end", move(() => rows.length));

  const reveal = () => {
    player.classList.remove("asking");
    why.hidden = false;
    for (const choice of player.querySelectorAll("button.row")) choice.replaceWith(choice.textContent);
    answer.remove();
  };
  const answer = button("The answer", reveal);

  // Until it is answered, the marks are hidden and each row's number is a button.
  const ask = () => {
    player.classList.add("asking");
    why.hidden = true;
    said.textContent = "Which row breaks it? Choose it in the table, or go through it step by step.";
    for (const row of rows) {
      const cell = row.querySelector("th");
      // A row without a number only says that rows were left out.
      if (!cell) continue;
      const choice = make("button", { type: "button", className: "row", textContent: cell.textContent });
      choice.setAttribute("aria-label", `row ${cell.textContent}`);
      choice.onclick = () => {
        const isRight = "marked" in row.dataset;
        said.textContent = isRight ? "Yes, this is one of the two rows whose order makes the difference."
          : "Moving this row would not prevent the failure.";
        if (isRight) reveal();
      };
      cell.replaceChildren(choice);
    }
  };

  // On a button the arrows step too; elsewhere they scroll.
  const keys = { ArrowRight: next, ArrowLeft: back, Home: begin, End: end };
  player.addEventListener("keydown", (event) => {
    const key = keys[event.key];
    if (!key || event.target.tagName !== "BUTTON" || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    key.click();
  });

  player.prepend(said, make("div", { className: "tools" }, begin, back, next, end));
  if (isAsking) {
    player.append(answer);
    ask();
  }
  back.disabled = false;
  next.disabled = end.disabled = true;
}
