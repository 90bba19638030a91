#!/usr/bin/env python3
"""Opens every page of a written book in Chromium and says what does not hold.

    check.py SITE                     everything
    check.py SITE --only NAME,NAME    these pages alone, such as lesson-12
    check.py SITE --shots FOLDER      takes pictures, to be looked at
    check.py SITE --speed             measures with a processor that is six times slower
    check.py SITE --pdf FILE          prints the whole book, to be looked at
"""

import json
import pathlib
import sys
import time
import urllib.parse

from playwright.sync_api import sync_playwright

site = pathlib.Path(sys.argv[1]).resolve()
only = sys.argv[sys.argv.index("--only") + 1].split(",") if "--only" in sys.argv else None
shots = pathlib.Path(sys.argv[sys.argv.index("--shots") + 1]) if "--shots" in sys.argv else None
problems = []
counts = {}
began = time.monotonic()

USABLE = "a[href], button:not([disabled]), input, textarea, summary"


def problem(text):
    problems.append(text)
    print("✘", text, flush=True)


def count(name, number=1):
    counts[name] = counts.get(name, 0) + number


def said(text):
    print(f"[{time.monotonic() - began:4.0f} s] {text}", flush=True)


def axe_script():
    import axe_playwright_python

    return (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()


def sizes(pages):
    """The site is under 6 MB, a lesson's page under 300 kB."""
    counts["bytes of the site"] = sum(file.stat().st_size for file in site.rglob("*") if file.is_file())
    if counts["bytes of the site"] > 6_000_000:
        problem(f"the site has {counts['bytes of the site']} bytes")
    for page in pages:
        if page.name.startswith("lesson-") and page.stat().st_size > 300_000:
            problem(f"{page.name} has {page.stat().st_size} bytes")


class Tab:
    """A tab that notes what must not happen: errors, and requests that leave the folder."""

    def __init__(self, context):
        self.tab = context.new_page()
        self.name = "before the first page"
        self.tab.on("console", self.heard)
        self.tab.on("pageerror", lambda error: problem(f"{self.name}: {error}"))
        self.tab.on("request", self.asked)

    def heard(self, message):
        if message.type in ("error", "warning"):
            problem(f"{self.name}: {message.text}")

    def asked(self, request):
        address = urllib.parse.urlparse(request.url)
        inside = address.scheme == "file" and urllib.parse.unquote(address.path).startswith(str(site) + "/")
        if not inside and address.scheme not in ("data", "blob"):
            problem(f"{self.name} asks for {request.url}")

    def open(self, page):
        self.name = page.name
        self.tab.goto(page.as_uri())
        return self.tab


def without_scripts(browser, pages):
    """Gives the places of each page; each can be read, pictures have words, and nothing in it needs a script."""
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1000, "height": 900})
    tab = Tab(context)
    anchors = {}
    for page in pages:
        reader = tab.open(page)
        # Without scripts the elements can still be asked for from outside.
        anchors[page.name] = set(reader.locator("[id]").evaluate_all("all => all.map(one => one.id)"))
        if len(reader.locator("main").inner_text()) < 20:
            problem(f"{page.name} says nothing without scripts")
        empty = reader.locator("main tbody:not(:has(td, th)), main svg[role=img]:not([aria-label], [aria-labelledby])").count()
        if empty:
            problem(f"{page.name}: {empty} tables or pictures are empty without scripts")
        count("pages without scripts")
    context.close()
    return anchors


def links(tab, page, anchors):
    """Every link to a page or a place leads there."""
    for target in tab.eval_on_selector_all("a[href]", "all => all.map(a => a.getAttribute('href'))"):
        if "://" in target:
            continue
        name, _, place = target.partition("#")
        name = name or page.name
        if name not in anchors:
            problem(f"{page.name} leads to {target}, which is not there")
        elif place and urllib.parse.unquote(place) not in anchors[name]:
            problem(f"{page.name} leads to {target}, and there is no such place")
        count("links")


def accessible(tab, page, axe):
    """axe finds nothing, in light and in dark."""
    tab.evaluate(axe)
    for scheme in ("light", "dark"):
        tab.emulate_media(color_scheme=scheme)
        # Only colours can be different in the dark.
        rules = "" if scheme == "light" else "runOnly: ['color-contrast'],"
        found = tab.evaluate(f"() => axe.run(document, {{ {rules} resultTypes: ['violations'], preload: false }})")
        for violation in found["violations"]:
            node = violation["nodes"][0]
            problem(f"{page.name}, {scheme}: {violation['id']}: {node['html'][:120]} {node['failureSummary'][:200]}")
        count(f"pages in {scheme} by axe")
    tab.emulate_media(color_scheme="light")


def keyboard(tab, page):
    """Tab alone reaches everything that can be used."""
    stops = tab.evaluate(
        """(usable) => {
          document.activeElement.blur();
          scrollTo(0, 0);
          window.met = new Set();
          addEventListener('focusin', (event) => met.add(event.target));
          return document.querySelectorAll(usable + ', [tabindex], .wide, pre').length;
        }""",
        USABLE,
    )
    for _ in range(stops + 3):
        tab.keyboard.press("Tab")
    missed = tab.evaluate(
        """(usable) => [...document.querySelectorAll(usable)]
          .filter(one => one.checkVisibility() && !met.has(one)).map(one => one.outerHTML.slice(0, 80))""",
        USABLE,
    )
    if missed:
        problem(f"{page.name}: the keyboard does not reach {missed[:3]}")
    count("pages by keyboard")


def play(tab, graph, way):
    """Chooses the threads of a way, each by the button of its name, with the keyboard."""
    for thread in way:
        choice = tab.locator(f".choices button[data-thread={json.dumps(graph['threads'][thread])}]:not([disabled])")
        choice.focus()
        tab.keyboard.press("Enter")


def ends(graph):
    """For each end: whether it fails, and one way there."""
    found, stack, seen = {}, [(len(graph["nodes"]) - 1, [])], set()
    while stack:
        place, way = stack.pop()
        if place in seen:
            continue
        seen.add(place)
        node = graph["nodes"][place]
        if "f" in node:
            found[place] = (node["f"] >= 0, way)
        for choice in node.get("c", []):
            stack.append((choice[1], way + [choice[0]]))
    return list(found.values())


def level(tab, page):
    """A level is won by its shortest way, or by the claim that it is right; an end that holds wins nothing."""
    graph = json.loads(tab.locator(".game script").text_content())
    game = tab.locator(".game")
    again, claim = (game.locator(".tools button").nth(number) for number in (1, 2))
    for fails, way in ends(graph):
        if not fails and graph["orders"] > 1:
            again.click()
            play(tab, graph, way)
            if game.get_attribute("data-won") is not None:
                problem(f"{page.name} is won where nothing went wrong")
                break
    if graph["way"]:
        claim.click()
        if game.get_attribute("data-won") is not None:
            problem(f"{page.name} is won by the claim that it holds, which is wrong")
        again.click()
        play(tab, graph, graph["way"])
        if str(len(graph["way"])) not in tab.locator(".game .said").text_content():
            problem(f"{page.name} does not say how many moves it took")
    else:
        claim.click()
    if game.get_attribute("data-won") != "true":
        problem(f"{page.name} is not won by its shortest way")
    count("levels won")


def player(tab, page):
    """A schedule grows row by row, forth and back, and its marked row is found by asking."""
    tab.evaluate("() => { for (const all of document.querySelectorAll('details')) all.open = true; }")
    for box in tab.locator(".player").all():
        rows = box.locator("tbody tr")
        whole = rows.count()
        shown = box.locator("tbody tr:visible")
        begin, back, forth, end = (box.locator(".tools button").nth(number) for number in range(4))
        begin.click()
        if shown.count() != 0:
            problem(f"{page.name}: a schedule does not begin empty")
        if box.locator(".listing").count() and box.locator(".listing .cursor").count() == 0:
            problem(f"{page.name}: at the beginning of a schedule no thread stands in its listing")
        if whole > 1:
            forth.focus()
            for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
                tab.keyboard.press(key)
            if shown.count() != 1:
                problem(f"{page.name}: two arrows forth and one back are not one row")
            for key, rows_then in (("End", whole), ("Home", 0)):
                tab.keyboard.press(key)
                if shown.count() != rows_then:
                    problem(f"{page.name}: the key {key} brings {shown.count()} rows")
            for button in (forth, forth, back):
                button.click()
            if shown.count() != 1:
                problem(f"{page.name}: two steps and one back are not one row")
        end.click()
        if shown.count() != whole:
            problem(f"{page.name}: a schedule does not come to its end")
        if box.locator(".listing .cursor").count():
            problem(f"{page.name}: at the end of a schedule a thread stands in its listing")
        marked = box.locator("tr[data-marked] button.row")
        if box.locator("tr[data-marked]").count():
            if box.locator(".why").is_visible():
                problem(f"{page.name}: the answer stands there before it was asked for")
            marked.first.click()
            if not box.locator(".why").is_visible():
                problem(f"{page.name}: the right row does not bring the answer")
        count("schedules played")


def phone(tab, page):
    """On a phone nothing scrolls sideways, folded or not."""
    tab.set_viewport_size({"width": 390, "height": 800})
    for is_open in ("false", "true"):
        tab.evaluate(f"() => {{ for (const all of document.querySelectorAll('details')) all.open = {is_open}; }}")
        width = tab.evaluate("() => document.documentElement.scrollWidth")
        if width > 390:
            problem(f"{page.name} is {width} wide on a phone")
    count("pages on a phone")


def paper(tab, page):
    """What is folded is printed too; what is only for playing is not."""
    tab.set_viewport_size({"width": 1000, "height": 900})
    tab.evaluate("() => { for (const all of document.querySelectorAll('details')) all.open = false; }")
    tab.emulate_media(media="print")
    tab.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    hidden = tab.evaluate(
        """() => [...document.querySelectorAll('main p, main li, main td, main pre, main h2, main h3')]
          .filter(one => one.textContent.trim() && !one.closest('.tools, .choices, button')
            && !one.matches('.choose, .said, .tell, .game .quiet, [hidden]')
            && !one.checkVisibility({ contentVisibilityAuto: true })).map(one => one.outerHTML.slice(0, 80))"""
    )
    if hidden:
        problem(f"{page.name}: not printed: {hidden[:2]}")
    tab.emulate_media(media="screen")
    count("pages on paper")


def search(browser):
    """The search finds a page by a word of its text; the progress goes out and comes in again."""
    context = browser.new_context()
    opened = Tab(context)
    tab = opened.open(site / "search.html")
    tab.fill("#query", "lost update")
    if tab.locator("#results li").count() == 0:
        problem("the search does not find 'lost update'")
    tab.fill("#query", "qwzx")
    if tab.locator("#results li").count() != 0:
        problem("the search finds what is not there")
    opened.open(site / "exercise-05.html")
    tab.locator("details.hint summary").nth(1).click()
    tab.check("#mastered")
    opened.open(site / "lesson-12.html")
    tab.locator("details.answer summary").nth(2).click()
    tab.wait_for_function("() => localStorage.length > 0 && Object.values(localStorage)[0].includes('CancelInTheQueue\":3')")
    opened.open(site / "book.html")
    for kind in ("hint", "answer"):
        tab.locator(f"details.{kind} summary").first.click()
    tab.evaluate("() => new Promise((next) => setTimeout(next))")
    opened.open(site / "progress.html")
    lines = tab.input_value("#lines")
    if "undefined" in lines:
        problem("a hint or an answer in the whole book counts as progress in a step")
    for wanted in (
        "done: exercise Pipeline 20",
        "mastered: exercise Pipeline 20",
        "hints: exercise Pipeline 2",
        "answer: lesson CancelInTheQueue 3",
        "current: lesson CancelInTheQueue",
    ):
        if wanted not in lines:
            problem(f"the progress does not say '{wanted}'")
    given = (
        "done: lesson Order 2026-11-21\ngave up: exercise Retry 2026-11-21\n"
        "answer: lesson Order step 3 1\nagain: lesson Order step 3 2026-11-21\n"
    )
    tab.set_input_files("#file", files=[{"name": "progress.txt", "mimeType": "text/plain", "buffer": given.encode()}])
    tab.wait_for_function("() => document.getElementById('said').textContent !== ''")
    lines = tab.input_value("#lines")
    for wanted in given.splitlines():
        if wanted not in lines:
            problem(f"the progress has lost '{wanted}'")
    with tab.expect_download() as download:
        tab.click("#export")
    if pathlib.Path(download.value.path()).read_text() != lines:
        problem("the exported file is not what the page shows")
    context.close()


def speed(browser, pages):
    """A page can be used within a second with a processor that is six times slower, and so can the search."""
    context = browser.new_context(viewport={"width": 390, "height": 800})
    tab = context.new_page()
    context.new_cdp_session(tab).send("Emulation.setCPUThrottlingRate", {"rate": 6})
    times = []
    for page in pages:
        tab.goto(page.as_uri())
        # The scripts have run, and the text is drawn.
        usable = tab.evaluate(
            """() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(Math.max(
              performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd,
              ...performance.getEntriesByName('first-contentful-paint').map((paint) => paint.startTime))))))"""
        )
        times.append((usable, page.name))
    tab.goto((site / "search.html").as_uri())
    times.append((tab.evaluate(
        """() => {
          const query = document.getElementById('query');
          const begin = performance.now();
          query.value = 'lost update';
          query.dispatchEvent(new Event('input'));
          return document.querySelector('#results li') ? performance.now() - begin : Infinity;
        }"""), "a search"))
    times.sort(reverse=True)
    said("slowest with a sixth of the processor: " + ", ".join(f"{name} {ms:.0f} ms" for ms, name in times[:6]))
    for ms, name in times:
        # The whole book in one page is there to be printed.
        if ms > 1000 and name != "book.html":
            problem(f"{name} can be used after {ms:.0f} ms only")
    context.close()


def pdf(browser, place):
    """Prints the whole book, as the browser's own dialog does, to be looked at."""
    context = browser.new_context()
    tab = context.new_page()
    tab.goto((site / "book.html").as_uri())
    tab.pdf(path=str(place), format="A4", outline=True, tagged=True, print_background=True)
    said(f"{place} has {place.stat().st_size} bytes")
    context.close()


def pictures(browser):
    shots.mkdir(parents=True, exist_ok=True)
    for scheme in ("light", "dark"):
        for width in (390, 768, 1280):
            context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
            tab = context.new_page()
            for name, place in (("index", ""), ("lesson-21", "#step-3"), ("lesson-08", "#timeline"), ("lesson-12", ""),
                                ("level-07", ""), ("exercise-14", ""), ("stage-2", ""), ("traps", "")):
                tab.goto((site / f"{name}.html").as_uri() + place)
                tab.screenshot(path=str(shots / f"{name}-{width}-{scheme}.png"))
            context.close()


def main():
    pages = sorted(site.glob("*.html"))
    sizes(pages)
    axe = axe_script()
    with sync_playwright() as playwright:
        options = {"args": ["--no-sandbox"]}
        chromium = pathlib.Path("/usr/bin/chromium")
        if chromium.exists():
            options["executable_path"] = str(chromium)
        browser = playwright.chromium.launch(**options)
        if "--speed" in sys.argv:
            speed(browser, pages)
            return 1 if problems else 0
        if "--pdf" in sys.argv:
            pdf(browser, pathlib.Path(sys.argv[sys.argv.index("--pdf") + 1]))
            return 0
        if shots:
            pictures(browser)
            return 0
        anchors = without_scripts(browser, pages)
        said(f"{len(pages)} pages opened without scripts")
        context = browser.new_context(viewport={"width": 1000, "height": 900}, color_scheme="light")
        opened = Tab(context)
        for number, page in enumerate(pages):
            if only and page.stem not in only:
                continue
            tab = opened.open(page)
            links(tab, page, anchors)
            if page.name != "book.html":
                keyboard(tab, page)
                accessible(tab, page, axe)
            if page.name.startswith("level-"):
                level(tab, page)
            if tab.locator(".player").count():
                player(tab, page)
            phone(tab, page)
            paper(tab, page)
            if number % 20 == 19:
                said(f"{number + 1} pages")
        context.close()
        search(browser)
        browser.close()
    said(", ".join(f"{name}: {number}" for name, number in counts.items()))
    print("Everything holds." if not problems else f"{len(problems)} things do not hold.")
    return 1 if problems else 0


sys.exit(main())
