//go:build linux

package main

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// TestServeInBrowser has a person read a page that memoria serve shows, while somebody edits it.
func TestServeInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser is slow to start")
	}
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no Chromium on the PATH: what memoria serve shows in a browser is not tested")
	}
	vault := t.TempDir()
	article := filepath.Join(vault, "wiki", "concepts", "tides.md")
	text := "---\ntitle: Tides\ntype: concept\ndescription: What moves the sea.\ncreated: 2026-03-01\n---\n\n# Tides\n\nThe moon pulls.\n" + strings.Repeat("\nThe sea comes and goes.\n", 60)
	home := t.TempDir()
	environment := append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_STATE_HOME="+home, "MEMORIA_VAULT=")
	create := exec.Command("memoria", "init", vault)
	create.Env = environment
	if out, err := create.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	must.Do(t, os.MkdirAll(filepath.Dir(article), 0o755))
	write := func(text string) {
		t.Helper()
		fsutiltest.Write(t, article, text)
	}
	write(text)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	serve := exec.CommandContext(ctx, "memoria", "serve", "--port", "0", "--vault", vault)
	serve.Env = environment
	serve.Cancel = func() error { return serve.Process.Signal(os.Interrupt) }
	serve.WaitDelay = 5 * time.Second
	out, err := serve.StdoutPipe()
	must.Do(t, err)
	must.Do(t, serve.Start())
	defer func() {
		stop()
		_ = serve.Wait()
	}()
	address, err := bufio.NewReader(out).ReadString('\n')
	must.Do(t, err)

	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium), chromedp.WindowSize(1280, 700), chromedp.UserDataDir(t.TempDir()))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	all, end := chromedp.NewExecAllocator(context.Background(), options...)
	defer end()
	tab, leave := chromedp.NewContext(all)
	defer leave()
	until := func(condition string) {
		t.Helper()
		for range 500 {
			if ok, err := chromedp.Run(tab, chromedp.Evaluate[bool]("!!("+condition+")")); err == nil && ok {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Fatalf("%s does not come true", condition)
	}
	must.Do(t, chromedp.Do(tab, chromedp.Navigate(strings.TrimSpace(address)+"wiki/concepts/tides.html")))
	until(`document.readyState === "complete" && document.querySelector(".prose").textContent.includes("The moon pulls")`)
	until(`(scrollTo({top: 600, behavior: "instant"}), scrollY === 600)`)
	write(strings.Replace(text, "The moon pulls.", "The moon and the sun pull.", 1))
	until(`document.querySelector(".prose")?.textContent.includes("The moon and the sun pull") && Math.abs(scrollY - 600) < 40`)

	// A page that is of an earlier version when its script first asks is shown anew, with no edit after.
	until(`memoria.root !== undefined && document.documentElement.dataset.page.length > 0`)
	until(`(() => {
		Object.assign(document.documentElement.dataset, { page: "earlier", site: "earlier" });
		window.earlier = true;
		const live = document.createElement("script");
		live.src = memoria.root + "site/assets/live.js";
		document.head.append(live);
		return true;
	})()`)
	until(`window.earlier === undefined && document.documentElement.dataset.page !== "earlier"`)
}
