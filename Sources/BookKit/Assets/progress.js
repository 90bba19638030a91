// The progress: to the terminal's progress.txt and back.
"use strict";

(() => {
  const { state, save, mark } = window.book;

  const place = document.getElementById("progress");
  if (!place) return;
  place.hidden = false;
  const lines = document.getElementById("lines");
  const said = document.getElementById("said");

  // As the terminal writes it; lines that it does not know stay where they are.
  const text = () => {
    const all = ["# Progress in this course, kept by `swift run course`. Safe to commit."];
    if (state.current) all.push(`current: ${state.current}`);
    for (const [step, date] of Object.entries(state.done)) all.push(`done: ${step} ${date}`);
    for (const [step, date] of Object.entries(state.mastered)) all.push(`mastered: ${step} ${date}`);
    for (const [step, count] of Object.entries(state.hints)) all.push(`hints: ${step} ${count}`);
    for (const [step, number] of Object.entries(state.answers)) all.push(`answer: ${step} ${number}`);
    for (const [level, moves] of Object.entries(state.levels)) all.push(`level: ${level} ${moves}`);
    return [...all, ...state.other].join("\n") + "\n";
  };

  const take = (from) => {
    let count = 0;
    state.other = [];
    for (const line of from.split("\n")) {
      const match = line.match(/^(\w+): (.+?)(?: (\d{4}-\d\d-\d\d|\d+))?$/);
      const [, kind, name, value] = match || [];
      if (kind === "done" && value) state.done[name] = value;
      else if (kind === "mastered" && value) state.mastered[name] = value;
      else if (kind === "hints" && value) state.hints[name] = Math.max(state.hints[name] || 0, Number(value));
      else if (kind === "answer" && value) state.answers[name] = Number(value);
      else if (kind === "level" && value) state.levels[name] = Math.min(state.levels[name] || Infinity, Number(value));
      else if (kind === "current") state.current = name;
      else {
        if (line.trim() && !line.startsWith("#")) state.other.push(line);
        continue;
      }
      count += 1;
    }
    save();
    said.textContent = `${count} lines imported.`;
    lines.value = text();
    mark();
  };

  lines.value = text();
  document.getElementById("export").onclick = () => {
    const link = document.createElement("a");
    link.href = `data:text/plain;charset=utf-8,${encodeURIComponent(text())}`;
    link.download = "progress.txt";
    link.click();
  };
  document.getElementById("file").onchange = async (event) => {
    const file = event.target.files[0];
    if (file) take(await file.text());
  };
})();
