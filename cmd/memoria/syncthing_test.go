package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A peer is a machine that carries its vault to another by Syncthing, with a home of its own.
type peer struct {
	t                     *testing.T
	name, home, vault, id string
	path                  string // PATH
	listen, rest          string // addresses
}

// syncthing makes two machines whose folders home/v Syncthing keeps alike.
func syncthing(t *testing.T) (a, b *peer) {
	t.Helper()
	if os.Getenv("MEMORIA_LONG") == "" {
		t.Skip("MEMORIA_LONG=1 runs two Syncthings")
	}
	if _, err := exec.LookPath("syncthing"); err != nil {
		t.Skip("no syncthing")
	}
	path := must.Get(plainPath())(t)
	base := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	var both []*peer
	for _, name := range []string{"laptop", "desktop"} {
		p := &peer{t: t, name: name, home: filepath.Join(base, name), path: path, listen: freeAddress(t), rest: freeAddress(t)}
		p.vault = filepath.Join(p.home, "v")
		must.Do(t, os.MkdirAll(filepath.Join(p.vault, ".stfolder"), 0o755))
		p.sh("syncthing generate --home st --no-default-folder")
		m := regexp.MustCompile(`<device id="([A-Z0-9-]{63})"`).FindSubmatch(fsutiltest.Read(t, filepath.Join(p.home, "st", "config.xml")))
		must.Be(t, m != nil, "syncthing has no id")
		p.id = string(m[1])
		both = append(both, p)
	}
	a, b = both[0], both[1]
	for _, p := range both {
		fsutiltest.Write(t, filepath.Join(p.home, "st", "config.xml"), fmt.Sprintf(`<configuration version="35">
<folder id="v" label="v" path="%s" type="sendreceive" rescanIntervalS="3600" fsWatcherEnabled="false">
<device id="%s"></device><device id="%s"></device><maxConflicts>10</maxConflicts></folder>
<device id="%s" name="laptop" compression="never"><address>tcp://%s</address></device>
<device id="%s" name="desktop" compression="never"><address>tcp://%s</address></device>
<gui enabled="true" tls="false"><address>%s</address><apikey>key</apikey></gui>
<options><listenAddress>tcp://%s</listenAddress><globalAnnounceEnabled>false</globalAnnounceEnabled><localAnnounceEnabled>false</localAnnounceEnabled>
<relaysEnabled>false</relaysEnabled><natEnabled>false</natEnabled><reconnectionIntervalS>1</reconnectionIntervalS><startBrowser>false</startBrowser>
<urAccepted>-1</urAccepted><crashReportingEnabled>false</crashReportingEnabled><autoUpgradeIntervalH>0</autoUpgradeIntervalH></options>
</configuration>`, p.vault, a.id, b.id, a.id, a.listen, b.id, b.listen, p.rest, p.listen))
		ctx, cancel := context.WithCancel(context.Background())
		c := exec.CommandContext(ctx, "syncthing", "serve", "--home", filepath.Join(p.home, "st"), "--no-browser", "--no-restart", "--no-upgrade")
		c.Env = []string{"HOME=" + p.home, "PATH=" + path, "STNOUPGRADE=1"}
		c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
		c.WaitDelay = 10 * time.Second
		must.Do(t, c.Start())
		t.Cleanup(func() { cancel(); c.Wait() })
	}
	for _, p := range both {
		p.until("syncthing answers", func() bool { _, err := p.ask(http.MethodGet, "/rest/system/ping"); return err == nil })
	}
	return a, b
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	return l.Addr().String()
}

func (p *peer) sh(script string) string {
	p.t.Helper()
	c := exec.Command("sh", "-c", "set -e; "+script)
	c.Env = []string{"HOME=" + p.home, "PATH=" + p.path + string(os.PathListSeparator) + os.Getenv("PATH"), "MEMORIA_COMPILE_INTERVAL_MIN=0", "MEMORIA_TZ=Europe/Berlin"}
	c.Dir = p.home
	out, err := c.CombinedOutput()
	must.Be(p.t, err == nil, "%s: %s: %v\n%s", p.name, script, err, out)
	return string(out)
}

func (p *peer) ask(method, at string) ([]byte, error) {
	q, err := http.NewRequest(method, "http://"+p.rest+at, nil)
	if err != nil {
		return nil, err
	}
	q.Header.Set("X-API-Key", "key")
	r, err := http.DefaultClient.Do(q)
	if err != nil {
		return nil, err
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err == nil && r.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", at, r.Status)
	}
	return b, err
}

func (p *peer) post(at string) {
	p.t.Helper()
	must.Get(p.ask(http.MethodPost, at))(p.t)
}

func (p *peer) until(what string, is func() bool) {
	p.t.Helper()
	for end := time.Now().Add(90 * time.Second); !is(); time.Sleep(200 * time.Millisecond) {
		must.Be(p.t, !time.Now().After(end), "%s: not in time: %s", p.name, what)
	}
}

// files returns the files of the vault.
func (p *peer) files() map[string]string {
	out := map[string]string{}
	err := filepath.WalkDir(p.vault, func(at string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := os.ReadFile(at)
		name, _ := filepath.Rel(p.vault, at)
		out[filepath.ToSlash(name)] = string(b)
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // Syncthing is at work
		p.t.Fatal(err)
	}
	return out
}

func (p *peer) scan() {
	p.t.Helper()
	p.post("/rest/db/scan?folder=v")
}

// carried scans both folders and waits until they are alike.
func carried(a, b *peer) {
	a.t.Helper()
	a.scan()
	b.scan()
	done := func(p, other *peer) bool {
		b, err := p.ask(http.MethodGet, "/rest/db/completion?folder=v&device="+other.id)
		var c struct{ Completion float64 }
		return err == nil && json.Unmarshal(b, &c) == nil && c.Completion == 100
	}
	a.until("both folders are alike", func() bool { return done(a, b) && done(b, a) && maps.Equal(a.files(), b.files()) })
}

// Two machines whose vault Syncthing carries import at the same time, unconnected. No log gets a conflict copy, none of
// their state travels, and once both have compiled what came, the vaults are alike and hold all.
func TestSyncthing(t *testing.T) {
	a, b := syncthing(t)
	for _, p := range []*peer{a, b} {
		must.Do(t, samples(filepath.Join(p.home, "s")))
	}
	a.sh("memoria init v && memoria flush s/02-*.jsonl --vault v && memoria compile --vault v && memoria sync --setup --yes --name laptop --vault v")
	carried(a, b)
	b.sh("memoria sync --setup --yes --name desktop --vault v && memoria compile --vault v")
	carried(a, b)

	for _, p := range []*peer{a, b} {
		p.post("/rest/system/pause")
	}
	a.sh("for f in s/0[3-6]-*.jsonl; do memoria flush $f --vault v; done; memoria compile --vault v")
	b.sh("for f in s/0[7-9]-*.jsonl s/10-*.jsonl; do memoria flush $f --vault v; done; memoria compile --vault v")
	const page = "wiki/concepts/tidewatch.md"
	for _, p := range []*peer{a, b} {
		fsutiltest.Write(t, filepath.Join(p.vault, page), p.files()[page]+"\n## Of the "+p.name+"\n\nWritten on the "+p.name+".\n")
		p.scan()
		p.post("/rest/system/resume")
	}
	carried(a, b)
	must.Hold(t, slices.ContainsFunc(slices.Collect(maps.Keys(a.files())), func(n string) bool { return strings.Contains(n, "/tidewatch.sync-conflict") }), "Syncthing made no copy of the page")
	for name := range a.files() {
		must.Hold(t, !strings.Contains(name, "sync-conflict") || strings.HasPrefix(name, "wiki/"), "%s is a conflict copy", name)
		must.Hold(t, !strings.HasPrefix(name, ".memoria/") || slices.Contains([]string{".memoria/config.yaml", ".memoria/.gitignore"}, name) || strings.HasPrefix(name, ".memoria/shared/"), "%s of one machine was carried to the other", name)
	}
	for range 3 {
		for _, p := range []*peer{a, b} {
			p.sh("memoria sync --vault v; memoria compile --vault v")
			carried(a, b)
		}
	}
	for _, p := range []*peer{a, b} {
		must.Text(t, p.sh("memoria compile --vault v"), "%s: something is left to do", p.name).Has("up to date")
		p.sh("memoria status --check --vault v && memoria lint --vault v")
		for name := range p.files() {
			must.Hold(t, !strings.Contains(name, "sync-conflict"), "%s: %s is left", p.name, name)
		}
		for _, o := range []*peer{a, b} {
			must.Text(t, p.files()[page], "%s: what was written by hand on %s is not there", p.name, o.name).Has("\n## Of the " + o.name + "\n\nWritten on the " + o.name + ".\n")
		}
	}
	// The wiki says what a rebuild from the logs says; a page that a person edited keeps what went to others, too.
	b.sh("memoria init w && cp -r v/daily w/ && cp v/.memoria/config.yaml w/.memoria/ && memoria compile --all --vault w")
	cites := func(vault string) string {
		return b.sh("grep -rhoE '\\^k[0-9a-f]+' " + vault + "/wiki/concepts " + vault + "/wiki/connections | sort -u")
	}
	if want, got := cites("w"), cites("v"); got != want {
		t.Errorf("the wiki cites\n%s\nand a rebuild\n%s", got, want)
	}
}
