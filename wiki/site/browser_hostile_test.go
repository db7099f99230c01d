//go:build linux

package site

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/site/plan"
	"github.com/agent-admin/memoria/wiki/site/view"
)

func hostileVault(t *testing.T, window context.Context) {
	s := searchable(t, hostileFiles(), Options{Title: `Notes <script>alert(1)</script>`})
	root := written(t, s, t.TempDir())
	b := newTab(t, window)
	n := 0
	for i, name := range s.Paths() {
		alias := slices.ContainsFunc(s.plan.Redirects, func(r plan.Redirect) bool { return r.Out == name }) // leads to what is opened itself
		list := strings.HasPrefix(name, "site/tags/") || strings.HasPrefix(name, "site/projects/")          // many, and alike
		if !strings.HasSuffix(name, ".html") || alias || list && i%6 != 0 && os.Getenv("MEMORIA_LONG") == "" {
			continue
		}
		n++
		b.open(root + view.EscapePath(name))
		for _, wrong := range eval[[]string](b, `(() => {
			const bad = "iframe, object, embed, base, frame, applet, template, plaintext, body style, script:not([src]), textarea, main link, main meta, [style], [srcdoc], [formaction], [ping], form:not(.graph-filter)";
			const wrong = [...document.querySelectorAll(bad)].map((e) => e.outerHTML.slice(0, 100));
			for (const e of document.querySelectorAll("*")) {
				for (const a of e.attributes) {
					if (/^on/i.test(a.Name) || /^(href|src|action|xlink:href)$/i.test(a.Name) && /^[\s\x00-\x1f]*(javascript|data|vbscript|file):/i.test(a.value)) wrong.push(e.outerHTML.slice(0, 100));
				}
			}
			if (location.pathname.endsWith("/404.html")) return wrong;
			const frame = [...document.body.children].map((e) => e.tagName + "." + e.className).join(" ");
			if (!/^A\.skip HEADER\.top MAIN\.\w+ FOOTER\.bottom P\.unseen$/.test(frame)) wrong.push("the frame is " + frame);
			return wrong;
		})()`) {
			t.Errorf("%q: %s", name, wrong)
		}
	}
	// What the search shows comes from its own files.
	for _, words := range []string{"alert", "script", "not"} {
		b.open(root + plan.SearchFile + "?q=" + words)
		b.until(`document.querySelectorAll("#search .search-results li").length > 0`)
		n := eval[int](b, `document.querySelectorAll("#search script, #search img, #search iframe, #search svg, #search [onmouseover]").length`)
		must.Hold(t, n <= 0, "the results for %q hold %d elements that a page brought", words, n)
	}
	must.Hold(t, n >= 2*len(attacks)/3, "only %d pages were looked at", n)
}

// live edits a page under a reader: the browser shows the new text, where the reader was.
func live(t *testing.T, window context.Context) {
	var shown atomic.Pointer[Site]
	files := maps.Clone(reader)
	show := func() { shown.Store(siteOf(t, files, Options{Title: "Tide notes", Live: true})) }
	show()
	edits := make(chan string)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "site/live" {
			w.Header().Set("Content-Type", "text/event-stream")
			w.(http.Flusher).Flush()
			for {
				select {
				case <-r.Context().Done():
					return
				case event := <-edits:
					_, _ = fmt.Fprint(w, event)
					w.(http.Flusher).Flush()
				}
			}
		}
		body, ok, err := shown.Load().File(name)
		if !ok || err != nil {
			http.NotFound(w, r)
			return
		}
		switch {
		case strings.HasSuffix(name, ".css"):
			w.Header().Set("Content-Type", "text/css")
		case strings.HasSuffix(name, ".js"):
			w.Header().Set("Content-Type", "text/javascript")
		case strings.HasSuffix(name, ".svg"):
			w.Header().Set("Content-Type", "image/svg+xml")
		}
		w.Header().Set("ETag", `"`+fsutil.Hash(body)[:16]+`"`)
		_, _ = w.Write(body)
	}))
	defer srv.Close()
	defer srv.CloseClientConnections()

	b := newTab(t, window)
	b.size(1280, 700)
	b.open(srv.URL + "/" + kinds["article"])
	edits <- "event: state\ndata: {\"compile\": \"compiling 2026-03-02\", \"waiting\": 2}\n\n"
	b.until(`document.querySelector(".live:not([hidden])")?.textContent === "compiling 2026-03-02 · 2 sessions wait"`)
	run(b, chromedp.Evaluate[chromedp.Void](`scrollTo({top: 500, behavior: "instant"})`))
	files["wiki/concepts/sidecar-locks.md"] = strings.Replace(files["wiki/concepts/sidecar-locks.md"], "The price is one empty file.", "The price is one file of no bytes.", 1)
	show()
	edits <- "event: change\ndata: {}\n\n"
	b.until(`document.querySelector(".prose")?.textContent.includes("one file of no bytes") && Math.abs(scrollY - 500) < 5`)
	run(b, chromedp.Navigate("about:blank"))
}
