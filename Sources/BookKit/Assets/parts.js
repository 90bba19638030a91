// What the scripts of a page share: elements, buttons, and the lines of listings.
"use strict";

window.book = (() => {
  // An element with properties and children.
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  // The line of a listing with a number, as an element of its own that can be marked; null if there is none.
  const lineOf = (list, number) => {
    const sign = [...list.querySelectorAll("a")].find((one) => one.textContent === String(number));
    if (!sign || sign.parentElement.matches(".line")) return sign && sign.parentElement;
    const line = make("span", { className: "line" });
    sign.before(line);
    do line.append(line.nextSibling);
    while (line.nextSibling && !["A", "SPAN"].includes(line.nextSibling.nodeName));
    // A line of its own ends without a line break, behind which a mark would stand.
    line.lastChild.data = line.lastChild.data.slice(0, -1);
    return line;
  };

  const button = (words, action) => make("button", { type: "button", textContent: words, onclick: action });

  return { make, lineOf, button };
})();
