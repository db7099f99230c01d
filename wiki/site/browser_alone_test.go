//go:build linux

package site

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/site/plan"
)

// stood are the pages that stand alone, as files that stay where they are opened: the page of a former name
// without what leads on, and the one that a server shows in place of any that is not there.
func stood(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{"missing": plan.MissingFile, "redirect": "wiki/concepts/stays.html"}
	body := fsutiltest.Read(t, filepath.Join(dir, "wiki", "concepts", "lock-file-beside-the-data.html"))
	lines := bytes.SplitAfter(body, []byte("\n"))
	kept := lines[:0]
	for _, l := range lines {
		if !bytes.Contains(l, []byte(`http-equiv="refresh"`)) {
			kept = append(kept, l)
		}
	}
	must.Be(t, len(kept) == len(lines)-1, "%d lines of the page of a former name lead on", len(lines)-len(kept))
	fsutiltest.Write(t, filepath.Join(dir, filepath.FromSlash(out["redirect"])), bytes.Join(kept, nil))
	return out
}

// standAlone holds to the same measure the pages that have no frame.
func standAlone(t *testing.T, window context.Context, dir, root string) {
	script, _ := axe(t)
	b := newTab(t, window)
	for kind, file := range stood(t, dir) {
		b.size(320, 700)
		b.open(root + file)
		out := eval[[]string](b, wide)
		must.Hold(t, len(out) <= 0 && eval[int](b, "document.documentElement.scrollWidth") <= 320, "%s is wider than 320 pixels: %q", kind, out)
		b.size(1280, 900)
		got := eval[string](b, "getComputedStyle(document.body).lineHeight")
		must.Hold(t, got != "normal", "%s has no style", kind)
		if script == "" {
			continue
		}
		run(b, chromedp.Evaluate[chromedp.Void](script))
		for _, theme := range []string{"light", "dark"} {
			b.prefer(theme)
			b.sound(kind+", "+theme, `{preload: false, runOnly: {type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}`)
		}
	}
}

// missingAnywhere asks a server deep below the site's root for what is not there: the page has its style, and
// leads home.
func missingAnywhere(t *testing.T, window context.Context) {
	var s *Site
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok, _ := s.File(strings.TrimPrefix(r.URL.Path, "/a/b/"))
		if !ok { // 200 all the same, as the browser complains of a 404
			body, _, _ = s.File(plan.MissingFile)
		}
		switch filepath.Ext(r.URL.Path) {
		case ".css":
			w.Header().Set("Content-Type", "text/css")
		case ".js":
			w.Header().Set("Content-Type", "text/javascript")
		case ".svg":
			w.Header().Set("Content-Type", "image/svg+xml")
		default:
			w.Header().Set("Content-Type", "text/html")
		}
		_, _ = w.Write(body)
	}))
	defer srv.Close()
	s = siteOf(t, reader, Options{Title: "Tide notes", BaseURL: srv.URL + "/a/b"})
	b := newTab(t, window)
	b.open(srv.URL + "/a/b/wiki/concepts/never/was/here.html")
	b.until(`document.documentElement.dataset.kind === "missing" && getComputedStyle(document.querySelector("header.top")).display === "flex"`)
	run(b, chromedp.Click("header.top .name"))
	b.until(`document.documentElement.dataset.kind === "home"`)
}
