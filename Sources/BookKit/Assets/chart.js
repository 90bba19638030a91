// The timeline: it can be drawn larger, and an operation that is selected marks those that it waited for.
"use strict";

for (const chart of document.querySelectorAll(".chart")) {
  const { make, button } = window.book;
  const tell = chart.nextElementSibling;
  const rows = [...chart.querySelectorAll("tr[data-place]")];
  const notSelected = "Select an operation to mark those that it waited for.";
  let size = 1;

  const zoom = (factor) => () => {
    size = Math.min(16, Math.max(1, size * factor));
    chart.classList.toggle("zoomed", size > 1);
    chart.style.setProperty("--zoom", String(size));
    smaller.disabled = size === 1;
    larger.disabled = size === 16;
  };
  const larger = button("Larger", zoom(2));
  const smaller = button("Smaller", zoom(0.5));
  smaller.disabled = true;

  const wordsOf = (row) => `${row.querySelector("th").textContent}: ${row.querySelector("svg").getAttribute("aria-label")}`;

  const select = (row) => {
    const isSelected = row.classList.contains("selected");
    for (const other of rows) other.classList.remove("selected", "awaited");
    for (const choice of chart.querySelectorAll("button[aria-pressed]")) choice.setAttribute("aria-pressed", "false");
    tell.textContent = isSelected ? notSelected : wordsOf(row);
    if (isSelected) return;
    row.classList.add("selected");
    row.querySelector("button").setAttribute("aria-pressed", "true");
    const awaited = (row.dataset.after || "").split(" ");
    for (const other of rows) other.classList.toggle("awaited", awaited.includes(other.dataset.place));
  };

  for (const row of rows) {
    const name = row.querySelector("th");
    const choice = make("button", { type: "button", className: "row", textContent: name.textContent });
    choice.setAttribute("aria-pressed", "false");
    choice.onclick = () => select(row);
    name.replaceChildren(choice);
  }

  // What a bar's title says slowly under the pointer stands at once below the chart.
  chart.addEventListener("pointerover", (event) => {
    const title = event.target.querySelector && event.target.querySelector(":scope > title");
    const row = event.target.closest("tr");
    if (title && row) tell.textContent = `${row.querySelector("th").textContent}: ${title.textContent}`;
  });

  tell.textContent = notSelected;
  chart.before(make("div", { className: "tools" }, larger, smaller));
}
