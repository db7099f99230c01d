//go:build linux

package site

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/site/plan"
)

// kinds is a page of every kind of the reader's site.
var kinds = map[string]string{
	"home":     "index.html",
	"article":  "wiki/concepts/sidecar-locks.html",
	"rtl":      "wiki/concepts/%D8%A3%D9%82%D9%81%D8%A7%D9%84.html",
	"long":     "wiki/concepts/long.html",
	"day":      "daily/2026-03-01.html",
	"recent":   plan.RecentFile,
	"timeline": plan.TimelineFile,
	"all":      plan.AllFile,
	"tags":     plan.TagsFile,
	"projects": "site/projects.html",
	"tag":      "site/tags/locking.html",
	"type":     "site/types/concept.html",
	"project":  "site/projects/tide.html",
	"graph":    plan.GraphFile,
	"search":   plan.SearchFile,
	"note":     "wiki/index.html",
	"person":   "notes/plan.html",
	"rtl note": "notes/%D8%AE%D8%B7%D8%A9.html",
}

// served serves a folder below a path, and nothing beside it.
func served(t *testing.T, dir, below string) string {
	t.Helper()
	srv := httptest.NewServer(http.StripPrefix(below, http.FileServer(http.Dir(dir))))
	t.Cleanup(srv.Close)
	return srv.URL + below + "/"
}

// A tab is a page of a browser, and all that went wrong in it.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu    sync.Mutex
	wrong []string
	asked []string
}

// browser starts Chromium, or skips the test where there is none.
func browser(t *testing.T) context.Context {
	t.Helper()
	var program string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			program = found
			break
		}
	}
	if program == "" {
		t.Skip("there is no Chromium on the PATH: what a browser shows is not tested (apt-get install chromium)")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.WindowSize(1280, 900),
		chromedp.Flag("disable-gpu", true), chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"), chromedp.UserDataDir(t.TempDir()))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(ctx)
	t.Cleanup(end)
	err := chromedp.Do(ctx)
	must.Be(t, err == nil, "start %s: %v", program, err)
	return ctx
}

// newTab opens a page in the browser. What goes wrong in it fails the test at its end.
func newTab(t *testing.T, browser context.Context) *tab {
	t.Helper()
	ctx, end := chromedp.NewContext(browser)
	b := &tab{t: t, ctx: ctx}
	t.Cleanup(func() {
		end()
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, w := range b.wrong {
			t.Error(w)
		}
	})
	must.Do(t, chromedp.Listen(ctx, b.hear))
	call(b, network.Enable, network.EnableParams{})
	call(b, log.Enable, cdp.Empty{})
	call(b, runtime.Enable, cdp.Empty{})
	call(b, cdpage.Enable, cdpage.EnableParams{})
	return b
}

func (b *tab) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	say := func(format string, args ...any) { b.wrong = append(b.wrong, fmt.Sprintf(format, args...)) }
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		b.asked = append(b.asked, e.Request.URL)
		if u, err := url.Parse(e.Request.URL); err != nil || u.Scheme != "file" && u.Scheme != "data" && u.Scheme != "about" && u.Hostname() != "127.0.0.1" {
			say("a request leaves for %s", e.Request.URL)
		}
	case *runtime.EventExceptionThrown:
		say("a script fails: %s %s", e.ExceptionDetails.Text, described(e.ExceptionDetails.Exception))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			say("the console says: %s", described(e.Args...))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			say("the browser says: %s %s", e.Entry.Text, e.Entry.URL)
		}
	case *cdpage.EventJavascriptDialogOpening:
		say("a script opens a dialog: %s", e.Message)
		go func() {
			_, _ = chromedp.Call(b.ctx, cdpage.HandleJavaScriptDialog, cdpage.HandleJavaScriptDialogParams{Accept: true})
		}()
	}
}

func described(values ...*runtime.RemoteObject) string {
	var out []string
	for _, v := range values {
		if v != nil {
			out = append(out, strings.TrimSpace(v.Description+" "+string(v.Value)))
		}
	}
	return strings.Join(out, " ")
}

func call[P, R any](b *tab, command cdp.Command[P, R], params P) R {
	b.t.Helper()
	out, err := chromedp.Call(b.ctx, command, params)
	if err != nil {
		b.t.Fatal(err)
	}
	return out
}

func run[T any](b *tab, action chromedp.Action[T]) T {
	b.t.Helper()
	out, err := chromedp.Run(b.ctx, action)
	if err != nil {
		b.t.Fatal(err)
	}
	return out
}

func (b *tab) open(address string) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, chromedp.Navigate(address)); err != nil {
		b.t.Fatalf("open %s: %v", address, err)
	}
}

// eval is what an expression of JavaScript comes to, promises awaited.
func eval[T any](b *tab, script string) T {
	b.t.Helper()
	out, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", script, err)
	}
	return out
}

// until waits for a condition of JavaScript to hold, on this page or on one that takes its place.
func (b *tab) until(condition string) {
	b.t.Helper()
	var err error
	for range 500 {
		var ok bool
		if ok, err = chromedp.Run(b.ctx, chromedp.Evaluate[bool]("!!("+condition+")")); ok && err == nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.t.Fatalf("on %s, %s does not come true: %v", eval[string](b, "location.href"), condition, err)
}

// press sends keys to what has the focus.
func (b *tab) press(keys string) {
	b.t.Helper()
	run(b, chromedp.KeyEvent(keys))
}

// size gives the page a width and a height.
func (b *tab) size(wide, high int64) {
	b.t.Helper()
	run(b, chromedp.EmulateViewport(wide, high))
}

// prefer has the reader prefer a theme, and no movement.
func (b *tab) prefer(theme string) {
	b.t.Helper()
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}})
}
