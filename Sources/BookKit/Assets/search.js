// Looks for words in all pages. The index is a script, because a page from a folder cannot read files.
"use strict";

(() => {
  const { make } = window.book;
  const place = document.getElementById("search");
  const query = document.getElementById("query");
  const count = document.getElementById("count");
  const results = document.getElementById("results");
  const pages = window.bookIndex.map(([file, title, text]) => ({
    file, title, text, low: text.toLowerCase(), lowTitle: title.toLowerCase(),
  }));

  document.querySelector("main > .quiet").remove();
  place.hidden = false;

  // How well a page fits: words in its title count most, then how early they come.
  const rank = (page, words) =>
    words.reduce((sum, word) => sum + (page.lowTitle.includes(word) ? 0 : 1e6) + page.low.indexOf(word), 0);

  const excerpt = (page, word) => {
    const found = Math.max(0, page.low.indexOf(word));
    const begin = Math.max(0, found - 60);
    const line = make("p", {}, begin > 0 ? "… " : "", page.text.slice(begin, found));
    line.append(make("mark", { textContent: page.text.slice(found, found + word.length) }));
    line.append(page.text.slice(found + word.length, found + 120), " …");
    return line;
  };

  const look = () => {
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length === 0 ? [] : pages
      .filter((page) => words.every((word) => page.low.includes(word) || page.lowTitle.includes(word)))
      .sort((one, other) => rank(one, words) - rank(other, words));
    count.textContent = words.length === 0 ? "" : found.length ? `${found.length} pages` : "Nothing found.";
    results.replaceChildren(...found.slice(0, 40).map((page) =>
      make("li", {}, make("a", { href: page.file, textContent: page.title }), excerpt(page, words[0]))));
    history.replaceState(null, "", words.length ? `#${encodeURIComponent(query.value)}` : "#");
  };

  query.addEventListener("input", look);
  try { query.value = decodeURIComponent(location.hash.slice(1)); } catch { /* not one of ours */ }
  if (query.value) look();
})();
