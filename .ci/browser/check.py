#!/usr/bin/env python3
"""Opens every page of a written book in Chromium and says what does not hold.

    check.py SITE [--shots FOLDER]
"""

import json
import pathlib
import sys
import urllib.parse

from playwright.sync_api import sync_playwright

site = pathlib.Path(sys.argv[1]).resolve()
shots = pathlib.Path(sys.argv[3]) if "--shots" in sys.argv else None
problems = []
counts = {}


def problem(text):
    problems.append(text)
    print("✘", text, flush=True)


def count(name, number=1):
    counts[name] = counts.get(name, 0) + number


def axe_script():
    import axe_playwright_python

    return (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()


def sizes(pages):
    """The site is under 5 MB, a lesson's page under 300 kB."""
    whole = sum(file.stat().st_size for file in site.rglob("*") if file.is_file())
    counts["bytes of the site"] = whole
    if whole > 5_000_000:
        problem(f"the site has {whole} bytes")
    for page in pages:
        if page.name.startswith("lesson-") and page.stat().st_size > 300_000:
            problem(f"{page.name} has {page.stat().st_size} bytes")


def watched(context, page_name):
    """A tab that notes what must not happen: errors, and requests that leave the folder."""
    tab = context.new_page()
    tab.on("console", lambda message: message.type in ("error", "warning") and problem(f"{page_name}: {message.text}"))
    tab.on("pageerror", lambda error: problem(f"{page_name}: {error}"))

    def look(request):
        address = urllib.parse.urlparse(request.url)
        inside = address.scheme == "file" and urllib.parse.unquote(address.path).startswith(str(site))
        if not inside and address.scheme not in ("data", "blob"):
            problem(f"{page_name} asks for {request.url}")

    tab.on("request", look)
    return tab


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


def keyboard(tab, page):
    """Tab alone reaches everything that can be used."""
    usable = tab.evaluate(
        """() => [...document.querySelectorAll('a[href], button:not([disabled]), input, textarea, summary')]
          .filter(one => one.checkVisibility()).length"""
    )
    tab.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
    tab.evaluate("() => { window.met = new Set(); addEventListener('focusin', e => met.add(e.target)); }")
    extra = tab.evaluate("() => document.querySelectorAll('[tabindex], .wide, pre').length")
    for _ in range(usable + extra + 5):
        tab.keyboard.press("Tab")
        if tab.evaluate("() => met.size > 3 && document.activeElement === document.body"):
            break
    missed = tab.evaluate(
        """() => [...document.querySelectorAll('a[href], button:not([disabled]), input, textarea, summary')]
          .filter(one => one.checkVisibility() && !met.has(one)).map(one => one.outerHTML.slice(0, 80))"""
    )
    if missed:
        problem(f"{page.name}: the keyboard does not reach {missed[:3]}")
    count("pages by keyboard")


def play(tab, page, graph, way):
    """Chooses the threads of a way, each by the button of its name, with the keyboard."""
    for thread in way:
        choice = tab.locator(f".choices button[data-thread={json.dumps(graph['threads'][thread])}]:not([disabled])")
        choice.focus()
        tab.keyboard.press("Enter")


def ways_that_hold(graph):
    """For each end where nothing went wrong, one way there."""
    found, stack = {}, [(len(graph["nodes"]) - 1, [])]
    seen = set()
    while stack:
        place, way = stack.pop()
        if place in seen:
            continue
        seen.add(place)
        node = graph["nodes"][place]
        if "f" in node:
            found[place] = (node["f"], way)
        for choice in node.get("c", []):
            stack.append((choice[1], way + [choice[0]]))
    return found


def level(tab, page):
    """A level is won by its shortest way, or by the claim that it is right; an end that holds wins nothing."""
    graph = json.loads(tab.locator(".game script").text_content())
    game = tab.locator(".game")
    for failure, way in ways_that_hold(graph).values():
        tab.locator(".game .tools button").nth(1).click()
        if failure < 0 and game.get_attribute("data-won") is None and graph["orders"] > 1:
            play(tab, page, graph, way)
            if game.get_attribute("data-won") is not None:
                problem(f"{page.name} is won where nothing went wrong")
    claim = tab.locator(".game .tools button").nth(2)
    if graph["way"]:
        claim.click()
        if game.get_attribute("data-won") is not None:
            problem(f"{page.name} is won by the claim that it holds, which is wrong")
        tab.locator(".game .tools button").nth(1).click()
        play(tab, page, graph, graph["way"])
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
        buttons = box.locator(".tools button")
        buttons.nth(0).click()
        if box.locator("tbody tr:visible").count() != 0:
            problem(f"{page.name}: a schedule does not begin empty")
        buttons.nth(2).click()
        buttons.nth(2).click()
        buttons.nth(1).click()
        if whole > 1 and box.locator("tbody tr:visible").count() != 1:
            problem(f"{page.name}: two steps and one back are not one row")
        buttons.nth(3).click()
        if box.locator("tbody tr:visible").count() != whole:
            problem(f"{page.name}: a schedule does not come to its end")
        marked = box.locator("tr[data-marked] button.row")
        if box.locator("tr[data-marked]").count():
            if box.locator(".why").is_visible():
                problem(f"{page.name}: the answer stands there before it was asked for")
            marked.first.click()
            if not box.locator(".why").is_visible():
                problem(f"{page.name}: the right row does not bring the answer")
        count("schedules played")


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
        anchors = {}
        plain = browser.new_context(java_script_enabled=False, viewport={"width": 1000, "height": 900})
        reader = plain.new_page()
        texts = {}
        for page in pages:
            reader.goto(page.as_uri())
            # Without scripts the elements can still be asked for from outside.
            anchors[page.name] = set(reader.locator("[id]").evaluate_all("all => all.map(one => one.id)"))
            texts[page.name] = len(reader.locator("main").inner_text())
            if texts[page.name] < 20:
                problem(f"{page.name} says nothing without scripts")
            count("pages without scripts")
        plain.close()
        for scheme in ("light", "dark"):
            context = browser.new_context(viewport={"width": 1000, "height": 900}, color_scheme=scheme)
            for page in pages:
                tab = watched(context, page.name)
                # The policy of the page holds for its own scripts; what checks it comes from outside of them.
                tab.goto(page.as_uri())
                count("pages opened")
                if page.name != "book.html":
                    tab.evaluate(axe)
                    result = tab.evaluate("() => axe.run(document, { resultTypes: ['violations'], preload: false })")
                    for violation in result["violations"]:
                        node = violation["nodes"][0]
                        problem(f"{page.name}, {scheme}: {violation['id']}: {node['html'][:120]} {node['failureSummary'][:200]}")
                    count("pages looked at by axe")
                if scheme == "light":
                    links(tab, page, anchors)
                    if page.name != "book.html":
                        keyboard(tab, page)
                    if page.name.startswith("level-"):
                        level(tab, page)
                    if tab.locator(".player").count():
                        player(tab, page)
                tab.close()
            context.close()
        phone = browser.new_context(viewport={"width": 390, "height": 800})
        for page in pages:
            tab = watched(phone, page.name)
            tab.goto(page.as_uri())
            for folded in (False, True):
                if folded:
                    tab.evaluate("() => { for (const all of document.querySelectorAll('details')) all.open = true; }")
                width = tab.evaluate("() => document.documentElement.scrollWidth")
                if width > 390:
                    problem(f"{page.name} is {width} wide on a phone")
            count("pages on a phone")
            tab.emulate_media(media="print")
            hidden = tab.evaluate(
                """() => [...document.querySelectorAll('main p, main li, main td, main pre, main h2')]
                  .filter(one => one.textContent.trim() && !one.closest('.game .quiet, .tools, .choices, button')
                    && !one.matches('.quiet, .choose, .said, .choices *')
                    && !one.checkVisibility({ contentVisibilityAuto: true })).map(one => one.outerHTML.slice(0, 80))"""
            )
            if hidden:
                problem(f"{page.name}: not printed: {hidden[:2]}")
            tab.close()
        phone.close()
        search(browser)
        if shots:
            pictures(browser)
        browser.close()
    print(", ".join(f"{name}: {number}" for name, number in counts.items()))
    print("Everything holds." if not problems else f"{len(problems)} things do not hold.")
    return 1 if problems else 0


def search(browser):
    """The search finds a page by a word of its text; the progress goes out and comes in again."""
    context = browser.new_context()
    tab = watched(context, "search.html")
    tab.goto((site / "search.html").as_uri())
    tab.fill("#query", "lost update")
    if tab.locator("#results li").count() == 0:
        problem("the search does not find 'lost update'")
    tab.fill("#query", "no such word anywhere")
    if tab.locator("#results li").count() != 0:
        problem("the search finds what is not there")
    tab.goto((site / "exercise-05.html").as_uri())
    tab.locator("details.hint summary").nth(1).click()
    tab.check("#done")
    tab.goto((site / "progress.html").as_uri())
    lines = tab.input_value("#lines")
    for wanted in ("done: exercise Pipeline 20", "hints: exercise Pipeline 2", "current: exercise Pipeline"):
        if wanted not in lines:
            problem(f"the progress does not say '{wanted}'")
    given = "done: lesson Order 2026-11-21\ngave up: exercise Retry 2026-11-21\n"
    tab.set_input_files("#file", files=[{"name": "progress.txt", "mimeType": "text/plain", "buffer": given.encode()}])
    tab.wait_for_function("() => document.getElementById('said').textContent !== ''")
    lines = tab.input_value("#lines")
    for wanted in given.splitlines():
        if wanted not in lines:
            problem(f"the progress has lost '{wanted}'")
    context.close()


def pictures(browser):
    shots.mkdir(parents=True, exist_ok=True)
    for scheme in ("light", "dark"):
        for width in (390, 768, 1280):
            context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
            tab = context.new_page()
            for name in ("index", "lesson-20", "level-07", "exercise-12", "stage-2", "traps"):
                tab.goto((site / f"{name}.html").as_uri())
                tab.screenshot(path=str(shots / f"{name}-{width}-{scheme}.png"))
            context.close()


sys.exit(main())
