extension TimelinePage {
  /// The style of the page: each state has a shape and not only a colour, on a screen and on paper.
  static let style = """

    :root { --back: #fff; --text: #1d2430; --dim: #5b6472; --line: #e3e6eb; --run: #2563c9; --ready: #8a94a3;
      --wait: #8a94a3; --pause: #b45309; --odd: #b91c1c; --band: #b4530918; --hover: #2563c914;
      --dep: #2563c92e; --row: 1.7rem; --mid: .85rem; --name: minmax(6rem, 15rem); --tail: 16rem; }
    @media screen and (prefers-color-scheme: dark) {
      :root { --back: #14181f; --text: #e4e8ee; --dim: #9aa4b2; --line: #2a313c; --run: #6ea8ff; --ready: #7d8898;
        --wait: #7d8898; --pause: #f0a34a; --odd: #ff7b72; --band: #f0a34a1c; --hover: #6ea8ff1f;
        --dep: #6ea8ff3d; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; padding: 1rem 1.25rem 4rem; max-width: 110rem; background: var(--back);
      color: var(--text); font: 0.9rem/1.4 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
    h1 { font-size: 1.3rem; margin: 0 0 .25rem; } h2 { font-size: .95rem; margin: 1.2rem 0 .2rem; }
    header p { margin: 0 0 .5rem; color: var(--dim); }
    .legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: 0; padding: 0; list-style: none;
      color: var(--dim); }
    .legend span { position: relative; display: inline-block; width: 1.8rem; height: .9rem;
      margin-right: .4rem; vertical-align: -.1rem; }
    .legend i { left: 0; width: 100%; } .legend .x, .legend .g { left: 40%; width: auto; }
    .chart { position: relative; isolation: isolate; }
    ol, ul.rows { margin: 0; padding: 0; list-style: none; }
    .row, .rows li { display: grid; grid-template-columns: var(--name) minmax(0, 1fr) var(--tail); column-gap: .8rem;
      align-items: center; height: var(--row); }
    .row .n, .row .t, li .n, li .t { overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
      unicode-bidi: isolate; } .t { color: var(--dim); }
    .c { position: relative; height: 100%; }
    i { position: absolute; top: 18%; height: 64%; min-width: 2px; }
    .r { background: var(--run); border-radius: 2px; }
    .o { border: 2px solid var(--run); border-radius: 2px; }
    .a { top: 36%; height: 28%; border: 1px solid var(--ready); border-radius: 2px;
      background: repeating-linear-gradient(90deg, var(--ready) 0 1px, transparent 1px 4px); }
    .w { top: 50%; height: 0; border-top: 2px dashed var(--wait); }
    .p { border: 1px solid var(--pause); border-radius: 2px;
      background: repeating-linear-gradient(135deg, var(--pause) 0 2px, transparent 2px 6px); }
    .u { border: 2px dotted var(--odd); }
    .q { background: repeating-linear-gradient(135deg, var(--pause) 0 1px, transparent 1px 5px);
      border: solid var(--pause); border-width: 0 2px; }
    .k { background: repeating-linear-gradient(115deg, var(--line) 0 2px, transparent 2px 5px); }
    .x::before, .g::before { content: "\\d7"; position: absolute; top: 50%; left: 0;
      transform: translate(-50%, -50%); font: bold 1.15rem/1 system-ui, sans-serif; color: var(--odd);
      text-shadow: 0 0 2px var(--back), 0 0 2px var(--back), 0 0 3px var(--back); }
    .g::before { content: "\\25b8"; color: var(--pause); }
    .d { top: 0; left: 50% !important; width: 0 !important; height: 100%;
      border-left: 2px dotted var(--text); }
    .grid { position: absolute; inset: 0; z-index: -1; height: auto; pointer-events: none; align-items: stretch; }
    .grid s { position: absolute; top: 0; bottom: 0; border-left: 1px solid var(--line); }
    .grid i { top: 0; height: 100%; } .grid .q { background: var(--band); border-width: 0; }
    .axis { position: sticky; top: 0; z-index: 2; background: var(--back); color: var(--dim);
      border-bottom: 1px solid var(--line); }
    .axis b { position: absolute; top: .2rem; font-weight: normal; transform: translateX(-50%);
      background: var(--back); padding: 0 .15rem; }
    .count { height: 3.2rem; } .count svg { width: 100%; height: 100%; transform: scaleY(-1);
      display: block; } .count path { fill: var(--run); opacity: .75; }
    div.rows { position: relative; }
    [role=option] { content-visibility: auto; contain-intrinsic-size: auto var(--row); border-radius: 3px; }
    .rows > li:hover, [role=option]:hover { background: var(--hover); }
    [role=option]:focus { outline: 2px solid var(--run); outline-offset: 1px; background: var(--hover); }
    [role=option].dep { background: var(--dep); }
    .arrows { position: absolute; inset: 0; height: auto; pointer-events: none; align-items: stretch; }
    .arrows b { position: absolute; border-left: 2px dotted var(--text); opacity: .75;
      top: calc(var(--from) * var(--row) + var(--mid)); height: calc(var(--rows) * var(--row)); }
    .arrows b::after { content: ""; position: absolute; left: -5px; border: 4px solid transparent; }
    .arrows .down::after { bottom: -2px; border-top-color: var(--text); border-bottom-width: 0; }
    .arrows .up::after { top: -2px; border-bottom-color: var(--text); border-top-width: 0; }
    #tell { position: fixed; inset: auto 0 0 0; margin: 0; padding: .5rem 1.25rem; background: var(--back);
      border-top: 1px solid var(--line); min-height: 2.4rem; } #tell:empty { display: none; }
    @media (max-width: 44rem) {
      :root { --row: 2.9rem; --mid: 2.15rem; }
      .row, .rows li { grid-template: 1.3rem 1fr / minmax(0, 1fr) auto; column-gap: .6rem; }
      .c { grid-row: 2; grid-column: 1 / 3; } .t { grid-row: 1; grid-column: 2; max-width: 60vw; }
      .grid { grid-template: 1fr / 1fr; } .grid .n, .grid .t, .arrows .n, .arrows .t { display: none; }
      .grid .c { grid-row: 1; grid-column: 1; } .arrows { grid-template: 1fr / 1fr; }
      .arrows .c { grid-row: 1; grid-column: 1; } .count { height: 4.4rem; } .grid s { display: none; }
      .axis { height: 2.8rem; } .axis b { top: 0; } .axis b:nth-child(even) { display: none; } }
    @media print {
      body { max-width: none; padding: 0; font-size: 8pt; } .axis { position: static; } #tell { display: none; }
      * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      .row, .rows li { break-inside: avoid; } h2 { break-after: avoid; }
      [role=option] { content-visibility: visible; } :root { --name: 9rem; --tail: 9rem; --row: 1.4rem;
        --mid: .7rem; } }
    @media (forced-colors: active) { i, .count path { forced-color-adjust: none; } }

    """

  /// One tab stop with arrow keys; left goes to what an operation waited for, right goes back.
  static let script = """

    (function () {
      var list = document.querySelector('[role=listbox]'), tell = document.getElementById('tell');
      if (!list) return;
      var rows = list.children, current = rows[0], marked = [];
      list.removeAttribute('tabindex');
      current.tabIndex = 0;
      function wait(row) { return (row.getAttribute('data-d') || '').split(' ').filter(Boolean).map(Number); }
      function show(row) {
        if (!row) return;
        if (row.title) { row.setAttribute('aria-description', row.title); row.removeAttribute('title'); }
        tell.textContent = row.getAttribute('aria-description');
        marked.forEach(function (other) { other.classList.remove('dep'); });
        marked = wait(row).map(function (place) { return rows[place]; });
        marked.forEach(function (other) { other.classList.add('dep'); });
      }
      function go(row) {
        if (!row) return;
        current.tabIndex = -1;
        current.removeAttribute('aria-selected');
        current = row;
        current.tabIndex = 0;
        current.setAttribute('aria-selected', 'true');
        current.focus();
        current.scrollIntoView({ block: 'nearest' });
      }
      function place() { return Array.prototype.indexOf.call(rows, current); }
      function dependent() {
        var mine = place();
        return Array.prototype.find.call(rows, function (row) { return wait(row).indexOf(mine) >= 0; });
      }
      function jump(by) { return rows[Math.max(0, Math.min(rows.length - 1, place() + by))]; }
      var keys = {
        ArrowDown: function () { return current.nextElementSibling; },
        ArrowUp: function () { return current.previousElementSibling; },
        ArrowLeft: function () { return rows[wait(current)[0]]; },
        ArrowRight: dependent,
        Home: function () { return rows[0]; },
        End: function () { return rows[rows.length - 1]; },
        PageDown: function () { return jump(15); },
        PageUp: function () { return jump(-15); }
      };
      list.addEventListener('keydown', function (event) {
        if (!keys[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        go(keys[event.key]());
      });
      list.addEventListener('focusin', function (event) { show(event.target.closest('[role=option]')); });
      list.addEventListener('mouseover', function (event) { show(event.target.closest('[role=option]')); });
      list.addEventListener('click', function (event) { go(event.target.closest('[role=option]')); });
    })();

    """
}
