//go:build linux

package site

import (
	"context"
	"encoding/json"
	"math"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/site/plan"
)

// TestBrowser shows the site in Chromium: from a folder, and from a server below a path.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser is slow to start")
	}
	window := browser(t)
	s := searchable(t, reader, Options{Title: "Tide notes", Generator: "memoria", Include: []string{"notes/**"}})
	dir := t.TempDir()
	folder := written(t, s, dir)
	web := served(t, dir, "/a/b")
	t.Run("every kind of page", func(t *testing.T) { everyKind(t, window, folder) })
	t.Run("alone", func(t *testing.T) { standAlone(t, window, dir, folder) })
	t.Run("missing", func(t *testing.T) { missingAnywhere(t, window) })
	t.Run("from a server", func(t *testing.T) { fromServer(t, window, web) })
	t.Run("keys", func(t *testing.T) { keysWork(t, window, folder) })
	t.Run("search", func(t *testing.T) { searchWorks(t, window, folder) })
	t.Run("theme", func(t *testing.T) { themeStays(t, window, folder) })
	t.Run("previews", func(t *testing.T) { previews(t, window, folder) })
	t.Run("margin", func(t *testing.T) { margin(t, window, folder) })
	t.Run("graph", func(t *testing.T) { graphWorks(t, window, folder) })
	t.Run("policy", func(t *testing.T) { policy(t, window, folder, web) })
	t.Run("hostile", func(t *testing.T) { hostileVault(t, window) })
	t.Run("live", func(t *testing.T) { live(t, window) })
}

// wide looks for what stands out of a page at the side.
const wide = `[...document.querySelectorAll("body *")].filter((e) => {
	const r = e.getBoundingClientRect();
	return r.width > 0 && (r.right > innerWidth + 1 || r.left < -1) && !e.closest("pre, .table, .graph-scroll, .unseen, .skip");
}).slice(0, 5).map((e) => e.outerHTML.slice(0, 90))`

// plain are the checks of a page that need no more than the page: words for a search engine, headings in
// order, nothing that holds the first sight up but the theme and the style, pictures with a size or a text.
const plain = `(() => {
	const wrong = [], all = (s) => [...document.querySelectorAll(s)];
	if (!document.title.trim()) wrong.push("no title");
	if (!document.documentElement.lang) wrong.push("no language");
	const meta = (name) => document.querySelector('meta[name="' + name + '"]')?.content.trim();
	if (!meta("description")) wrong.push("no description");
	if (!/width=device-width/.test(meta("viewport"))) wrong.push("no viewport");
	if (all("h1").length !== 1) wrong.push(all("h1").length + " headings of the first level");
	let level = 0;
	for (const h of all("h1, h2, h3, h4, h5, h6")) {
		const now = +h.tagName[1];
		if (now > level + 1) wrong.push("a heading skips a level: " + h.textContent);
		level = now;
	}
	const blocking = all("head script, head link[rel=stylesheet]").filter((e) => !e.defer && !e.async).map((e) => (e.src || e.href).split("/").pop());
	if (blocking.join() !== "theme.js,site.css") wrong.push("blocking: " + blocking);
	for (const i of all("img")) if (!i.hasAttribute("alt")) wrong.push("a picture without a text");
	for (const e of all("[style], script:not([src]), style, [onclick], [onload], [onerror]")) wrong.push("inline: " + e.outerHTML.slice(0, 80));
	const ids = new Set();
	for (const e of all("[id]")) {
		if (ids.has(e.id)) wrong.push("an id twice: " + e.id);
		ids.add(e.id);
	}
	for (const a of all('a[href^="#"]')) if (!ids.has(decodeURIComponent(a.getAttribute("href").slice(1)))) wrong.push("a link to no place: " + a.outerHTML.slice(0, 90));
	return wrong;
})()`

// violation is what axe finds wrong.
type violation struct {
	ID    string
	Help  string
	Nodes []struct {
		HTML           string
		FailureSummary string
	}
}

func everyKind(t *testing.T, window context.Context, root string) {
	script, reason := axe(t)
	if reason != "" {
		t.Logf("accessibility is not checked, as axe-core is missing: %s", reason)
	}
	b := newTab(t, window)
	b.prefer("light")
	for _, kind := range sortedKeys(kinds) {
		b.size(1280, 900)
		b.open(root + kinds[kind])
		for _, wrong := range eval[[]string](b, plain) {
			t.Errorf("%s: %s", kind, wrong)
		}
		if script != "" {
			run(b, chromedp.Evaluate[chromedp.Void](script))
			// The policy and the frame are the same everywhere; what differs by theme is contrast alone.
			b.sound(kind+", light", `{preload: false, runOnly: {type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}`)
			b.prefer("dark")
			b.sound(kind+", dark", `{preload: false, runOnly: ["color-contrast"]}`)
			b.prefer("light")
		}
		b.size(320, 700)
		out := eval[[]string](b, wide)
		must.Hold(t, len(out) <= 0 && eval[int](b, "document.documentElement.scrollWidth") <= 320, "%s is wider than 320 pixels: %d, %q", kind, eval[int](b, "document.documentElement.scrollWidth"), out)
		at := eval[string](b, `[...document.querySelectorAll(".table[dir=rtl] th")].map((c) => c.getBoundingClientRect().left | 0).join()`)
		must.Hold(t, kind != "rtl note" || descend(at), "%s: its columns do not go from the right to the left: %s", kind, at)
		// Other fonts are wider: a drawing is cut off then, and nothing else may stand out.
		eval[string](b, `document.documentElement.style.cssText = "letter-spacing: 0.12em; word-spacing: 0.16em"`)
		w := eval[int](b, "document.documentElement.scrollWidth")
		must.Hold(t, w <= 320, "%s is %d pixels wide in wide letters", kind, w)
		if script != "" && (kind == "article" || kind == "home" || kind == "graph") {
			b.sound(kind+", narrow", `{preload: false, runOnly: ["link-name", "button-name", "target-size", "color-contrast", "scrollable-region-focusable"]}`)
		}
	}
}

// descend reports whether numbers, at least two, are each less than the one before.
func descend(list string) bool {
	last, n := math.MaxInt, 0
	for s := range strings.SplitSeq(list, ",") {
		x, err := strconv.Atoi(s)
		if err != nil || x >= last {
			return false
		}
		last, n = x, n+1
	}
	return n > 1
}

// sound fails for whatever axe finds.
func (b *tab) sound(what, options string) {
	b.t.Helper()
	for _, v := range eval[[]violation](b, "axe.run(document, "+options+").then((r) => r.violations)") {
		for i, n := range v.Nodes {
			if i < 3 {
				b.t.Errorf("%s: %s: %s\n%.200s\n%s", what, v.ID, v.Help, n.HTML, n.FailureSummary)
			}
		}
	}
}

func fromServer(t *testing.T, window context.Context, root string) {
	b := newTab(t, window)
	for _, kind := range sortedKeys(kinds) {
		b.open(root + kinds[kind])
	}
	b.open(root)
	run(b, chromedp.Click(`[data-group="changed"] a`))
	b.until(`document.documentElement.dataset.kind === "article"`)
	eval[bool](b, "setTimeout(() => history.back()) > 0") // the answer comes before the page goes
	b.until(`document.documentElement.dataset.kind === "home"`)
	eval[bool](b, "setTimeout(() => history.forward()) > 0")
	b.until(`document.documentElement.dataset.kind === "article" && document.readyState === "complete"`)
	b.press("gh")
	b.until(`document.documentElement.dataset.kind === "home"`)
	b.open(root + "wiki/concepts/lock-file-beside-the-data.html")
	b.until(`location.pathname.endsWith("/sidecar-locks.html")`) // a former name
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, asked := range b.asked {
		must.Hold(t, strings.HasPrefix(asked, root) || strings.HasPrefix(asked, "data:"), "a page asks for %s, which is not below %s", asked, root)
	}
}

func keysWork(t *testing.T, window context.Context, root string) {
	b := newTab(t, window)
	at := func(file string) {
		t.Helper()
		b.until(`location.pathname.endsWith("` + file + `") && document.readyState === "complete"`)
	}
	b.open(root + kinds["day"])
	b.press("[")
	at("/2026-02-26.html")
	b.press("]")
	at("/2026-03-01.html")
	for _, k := range [][2]string{{"gr", "/recent.html"}, {"gd", "/timeline.html"}, {"gi", "/all.html"}, {"gt", "/tags.html"}, {"gg", "/graph.html"}, {"gh", "/index.html"}} {
		b.press(k[0])
		at(k[1])
	}
	b.press("?")
	b.until(`document.querySelector("dialog.help[open]")`)
	b.press("gr") // not while a sheet is open
	got := eval[string](b, "location.pathname")
	must.Hold(t, strings.HasSuffix(got, "/index.html"), "a key behind a sheet led to %s", got)
	b.press("\x1b")
	b.until(`!document.querySelector("dialog[open]")`)

	// Whoever speaks to the machine turns keys of one letter off.
	eval[bool](b, `(document.querySelector(".ask").click(), document.querySelector(".help input").click(), document.querySelector(".help button").click(), true)`)
	b.press("gr")
	got = eval[string](b, "location.pathname")
	must.Hold(t, strings.HasSuffix(got, "/index.html"), "a key that is off led to %s", got)
	eval[bool](b, `(localStorage.clear(), true)`)

	// The first stop is the way past the head of the page.
	b.open(root + kinds["article"])
	b.press("\t")
	got = eval[string](b, `document.activeElement.className`)
	must.Hold(t, got == "skip", "the first stop is %q", got)
	b.press("\r")
	b.until(`location.hash === "#_main" && document.activeElement.id === "_main"`)
}

func searchWorks(t *testing.T, window context.Context, root string) {
	b := newTab(t, window)
	b.size(1280, 900)
	b.open(root + kinds["day"])
	b.press("/")
	b.until(`document.activeElement.matches("dialog.search[open] input")`)
	b.press("rename lock")
	b.until(`document.querySelectorAll("dialog.search .search-results li a").length > 2 && /^\d+ pages/.test(document.querySelector("dialog .search-status").textContent)`)
	b.press(kb.ArrowDown)
	first := eval[string](b, `document.getElementById(document.activeElement.getAttribute("aria-activedescendant")).href`)
	must.Be(t, strings.HasPrefix(first, root), "the first result leads to %s", first)
	b.press(kb.Enter)
	page, line, marked := strings.Cut(first, "#:~:text=") // which the browser keeps to itself
	must.Hold(t, marked && line != "", "the first result leads to no line: %s", first)
	b.until(`location.href.replace(/#$/, "") === ` + string(quoted(page)))
	eval[bool](b, "setTimeout(() => history.back()) > 0") // the answer comes before the page goes
	b.until(`location.pathname.endsWith("/2026-03-01.html") && document.readyState === "complete"`)

	// The other key opens it too, and Escape leads back to the page.
	eval[bool](b, `document.dispatchEvent(new KeyboardEvent("keydown", {key: "k", ctrlKey: true, bubbles: true}))`)
	b.until(`document.querySelector("dialog.search[open]")`)
	b.press("\x1b")
	b.until(`!document.querySelector("dialog[open]")`)

	// An address that holds a question is answered, and what is typed goes into the address.
	b.open(root + plan.SearchFile + "?q=" + url.QueryEscape("ロック"))
	b.until(`[...document.querySelectorAll("#search .search-results a")].some((a) => a.textContent.includes("並行処理"))`)
	if script, reason := axe(t); reason == "" {
		run(b, chromedp.Evaluate[chromedp.Void](script))
		b.sound("search with results", `{preload: false}`)
	}
	b.press(" type:concept")
	b.until(`new URLSearchParams(location.search).get("q")?.endsWith(" type:concept")`)
}

func quoted(s string) []byte { b, _ := json.Marshal(s); return b }

func themeStays(t *testing.T, window context.Context, root string) {
	b := newTab(t, window)
	b.prefer("dark")
	b.open(root + kinds["article"])
	paper := `getComputedStyle(document.body).backgroundColor`
	dark := eval[string](b, paper)
	run(b, chromedp.Click(".theme"))
	light := eval[string](b, paper)
	must.Hold(t, light != dark, "the page is as dark after a choice for light: %s", light)
	b.open(root + kinds["home"])
	got := eval[string](b, paper)
	must.Hold(t, got == light, "the choice is lost on the next page: %s", got)
	run(b, chromedp.Click(".theme"))
	b.prefer("light")
	got = eval[string](b, paper)
	must.Hold(t, got == dark, "the second choice is not dark: %s", got)
	b.press("t")
	got = eval[string](b, paper)
	must.Hold(t, got == light && !eval[bool](b, `"memoria-theme" in localStorage`), "the third choice is not the reader's own: %s", got)
}

func previews(t *testing.T, window context.Context, root string) {
	b := newTab(t, window)
	b.open(root + kinds["article"])
	run(b, chromedp.ScrollIntoView(".prose a"))
	at := eval[[]float64](b, `(() => { const r = document.querySelector(".prose p a").getBoundingClientRect(); return [r.x + 5, r.y + 5]; })()`)
	run(b, chromedp.MouseEvent("mouseMoved", at[0], at[1]))
	b.until(`document.querySelector(".preview b")?.textContent === "Atomic write"`)
	got := eval[string](b, `document.querySelector(".preview").textContent`)
	must.Hold(t, strings.Contains(got, "A reader sees the old file"), "the preview says %q", got)
	b.press("\x1b")
	b.until(`!document.querySelector(".preview")`)
	// By keyboard, a citation shows the line that it stands for.
	eval[bool](b, `(document.querySelector(".prose h2").insertAdjacentElement("afterend", document.createElement("p")), document.querySelector(".prose p a").focus(), true)`)
	b.press("\t")
	b.until(`document.activeElement.matches("a.cite") && document.querySelector(".preview")?.textContent.includes("a rename drops the lock")`)
	must.Hold(t, eval[bool](b, `document.activeElement.getAttribute("aria-describedby") === document.querySelector(".preview").id`), "the preview does not describe its link")
}

func margin(t *testing.T, window context.Context, root string) {
	b := newTab(t, window)
	b.size(1280, 900)
	b.open(root + kinds["article"])
	note := `document.querySelector(".prose .margin")`
	got := eval[string](b, note+".textContent")
	must.Hold(t, strings.Contains(got, "2026-03-01 10:00") && strings.Contains(got, "session 5d3f0c1e"), "the note in the margin says %q", got)
	wrong := eval[string](b, `[...document.querySelectorAll(".prose .margin:not([hidden])")].map((n) => [n, n.getBoundingClientRect(), n.previousElementSibling.getBoundingClientRect()]).filter(([n, at, claim]) => at.left < document.querySelector(".prose").getBoundingClientRect().right || Math.abs(at.top - claim.top) > 40).map(([n]) => n.textContent).join("; ")`)
	must.Hold(t, wrong == "", "in the text, or not beside their claims: %s", wrong)
	run(b, chromedp.Click(".prose .margin:not([hidden])"))
	b.until(`location.pathname.endsWith("/2026-03-01.html") && document.querySelector(":target")?.id === "^kb1b2c3"`)
}

func graphWorks(t *testing.T, window context.Context, root string) {
	b := newTab(t, window)
	b.size(1280, 900)
	b.open(root + kinds["graph"])
	b.until(`document.querySelectorAll(".graph-table tbody tr").length > 8`)
	// Pixels that are asked for twice have the browser complain.
	painted := `(() => { const c = document.querySelector("canvas"), none = document.createElement("canvas"); none.width = c.width; none.height = c.height; return c.toDataURL() !== none.toDataURL(); })()`
	b.until(painted)
	run(b, chromedp.Focus(`.graph-filter [name="q"]`))
	b.press("renames")
	b.until(`document.querySelectorAll(".graph-table tbody tr").length === 1 && document.querySelector(".graph-status").textContent.startsWith("1 of")`)
	run(b, chromedp.Click(".graph-table td a"))
	b.until(`location.pathname.endsWith("/locks-and-renames.html") && document.querySelector("svg.local a.spoke")`)
	run(b, chromedp.Click("svg.local a.spoke circle"))
	b.until(`!location.pathname.endsWith("/locks-and-renames.html") && document.readyState === "complete"`)
}

// policy holds the policy to what it promises: nothing that stands in a page runs or paints, and nothing
// leaves for another host.
func policy(t *testing.T, window context.Context, roots ...string) {
	for _, root := range roots {
		b := newTab(t, window)
		b.open(root + kinds["home"])
		b.mu.Lock()
		was := len(b.wrong)
		b.mu.Unlock()
		eval[bool](b, `(() => {
			window.ran = [];
			const put = (html) => document.body.append(document.createRange().createContextualFragment(html));
			put("<script>ran.push('script')</script>");
			put("<img src='data:,' onerror='ran.push(1)'>");
			put("<p id='painted' style='color: rgb(1, 2, 3)'>x</p><style>#painted { color: rgb(1, 2, 3) }</style>");
			put("<iframe src='data:text/html,<script>parent.ran.push(2)</script>'></iframe>");
			put("<img src='http://127.0.0.2/picture.png'>");
			return true;
		})()`)
		time.Sleep(100 * time.Millisecond)
		got := eval[json.RawMessage](b, "ran")
		must.Hold(t, string(got) == "[]", "on %s ran %s", root, got)
		text := eval[string](b, `getComputedStyle(document.getElementById("painted")).color`)
		must.Hold(t, text != "rgb(1, 2, 3)", "on %s a style of the page's own is painted", root)
		text = eval[string](b, `fetch("http://127.0.0.2/").then(() => "answered", (e) => e.name)`)
		must.Hold(t, text == "TypeError", "on %s a request went out: %s", root, text)
		b.mu.Lock()
		refused := b.wrong[was:]
		b.wrong = b.wrong[:was] // what the browser says of each refusal
		b.mu.Unlock()
		must.Hold(t, len(refused) >= 6, "on %s the browser refused only %q", root, refused)
	}
}
