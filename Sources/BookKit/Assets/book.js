// What each page does: the kept progress, light and dark, "done", hints that count, details in print.
"use strict";

(() => {
  const key = "operations-from-scratch";

  // Storage may be forbidden; then the page forgets, and works all the same.
  const read = () => {
    try { return JSON.parse(localStorage.getItem(key)) || {}; } catch { return {}; }
  };
  const state = Object.assign({ done: {}, mastered: {}, hints: {}, answers: {}, levels: {}, other: [], current: "", theme: "" }, read());
  const save = () => {
    try { localStorage.setItem(key, JSON.stringify(state)); } catch { /* it is forgotten */ }
  };

  // Marks the steps and levels of lists that are done.
  const mark = () => {
    for (const item of document.querySelectorAll("li[data-step], li[data-level]")) {
      const isDone = item.dataset.step ? state.done[item.dataset.step] : state.levels[item.dataset.level];
      item.classList.toggle("is-done", Boolean(isDone));
      item.classList.toggle("is-mastered", Boolean(state.mastered[item.dataset.step]));
    }
    const count = document.getElementById("level-count");
    if (!count) return;
    const levels = [...document.querySelectorAll("main li[data-level]")];
    count.hidden = false;
    const won = levels.filter((item) => state.levels[item.dataset.level]).length;
    count.textContent = `${won} of ${levels.length} levels won`;
  };

  Object.assign(window.book, { state, save, mark });
})();

// The contents beside the text: the group of this page is open, and this page is marked.
(() => {
  const { make, mark } = window.book;
  const side = document.getElementById("side");
  const here = location.pathname.split("/").pop() || "index.html";
  for (const [title, pages] of window.bookContents) {
    const list = make("ul");
    let isHere = false;
    for (const [file, label, step, level, minutes] of pages) {
      const link = make("a", { href: file, textContent: label });
      const item = make("li", {}, link);
      if (minutes) item.append(make("span", { className: "quiet", textContent: ` ${minutes}\u00a0minutes` }));
      if (step) item.dataset.step = step;
      if (level) item.dataset.level = level;
      if (file === here) {
        isHere = true;
        link.setAttribute("aria-current", "page");
      }
      list.append(item);
    }
    side.append(make("details", { open: isHere }, make("summary", { textContent: title }), list));
  }
  mark();
  const current = side.querySelector("[aria-current]");
  if (current) side.scrollTop = current.offsetTop - side.clientHeight / 2;

  // The arrow keys turn the page, except where they have another meaning.
  addEventListener("keydown", (event) => {
    const relation = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    const isTaken = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented
      || event.target.closest("input, textarea, [tabindex], .player, .game");
    const link = relation && !isTaken && document.querySelector(`footer a[rel=${relation}]`);
    if (link) link.click();
  });
})();

(() => {
  const { state, save } = window.book;
  const root = document.documentElement;
  if (state.theme) root.dataset.theme = state.theme;

  const theme = document.getElementById("theme");
  theme.hidden = false;
  theme.onclick = () => {
    const isDark = state.theme ? state.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    state.theme = isDark ? "light" : "dark";
    root.dataset.theme = state.theme;
    save();
  };

  const step = document.body.dataset.step;
  const done = document.getElementById("done");
  if (step && done) {
    // Who has mastered an exercise has done it.
    const boxes = ["done", "mastered"].map((id) => document.getElementById(id)).filter(Boolean);
    const show = () => {
      for (const box of boxes) box.checked = Boolean(state[box.id][step]);
    };
    for (const box of boxes) {
      box.parentElement.hidden = false;
      box.onchange = () => {
        const changed = box.checked ? boxes.slice(0, boxes.indexOf(box) + 1) : boxes.slice(boxes.indexOf(box));
        for (const { id } of changed) {
          if (!box.checked) delete state[id][step];
          else if (!state[id][step]) state[id][step] = new Date().toISOString().slice(0, 10);
        }
        save();
        show();
        window.book.mark();
      };
    }
    show();
    state.current = step;
    save();
  }

  let isPrinting = false;
  // The whole book has hints and answers too, and is no step.
  const ofStep = (selector) => step ? document.querySelectorAll(selector) : [];
  for (const hint of ofStep("details.hint")) {
    hint.addEventListener("toggle", () => {
      if (!hint.open || isPrinting) return;
      state.hints[step] = Math.max(state.hints[step] || 0, Number(hint.dataset.hint));
      save();
    });
  }

  // The first answer that is opened is the one that was predicted; a step of a lesson has a question of its own.
  for (const answer of ofStep("details.answer")) {
    const question = answer.dataset.question ? `${step} ${answer.dataset.question}` : step;
    answer.addEventListener("toggle", () => {
      if (!answer.open || isPrinting || state.answers[question]) return;
      state.answers[question] = Number(answer.dataset.answer);
      save();
    });
    if (state.answers[question] === Number(answer.dataset.answer)) answer.open = true;
  }

  // What is folded is printed too, and folded again afterwards.
  let opened = [];
  addEventListener("beforeprint", () => {
    isPrinting = true;
    opened = [...document.querySelectorAll("details:not([open])")];
    for (const details of opened) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
    // The events of these changes come later than this one.
    setTimeout(() => { isPrinting = false; });
  });
})();
