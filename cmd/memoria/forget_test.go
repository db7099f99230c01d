package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/handler/forget"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/cmd/memoria/change"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/wording"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A remembering is a bench whose vault holds the sample sessions. Its commands run apart.
type remembering struct{ *bench }

// oneMemory is what each memory is a copy of; nobody changes it.
var oneMemory struct {
	sync.Once
	remembering
}

func newMemory(t *testing.T) remembering {
	t.Helper()
	oneMemory.Do(func() {
		home, err := os.MkdirTemp(suiteDir(t), "home")
		must.Do(t, err)
		home, err = filepath.EvalSymlinks(home)
		must.Do(t, err)
		m := remembering{benchAt(t, home)}
		must.Do(t, samples(filepath.Join(m.home, ".claude", "projects", "-home-ana-src-tidewatch")))
		m.do("import")
		oneMemory.remembering = m
	})
	must.Be(t, oneMemory.bench != nil, "the sample sessions were not imported")
	return oneMemory.copied(t)
}

// copied is a copy of a vault, in a home of its own.
func (m remembering) copied(t *testing.T) remembering {
	t.Helper()
	home := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	must.Do(t, os.CopyFS(home, os.DirFS(m.home)))
	old := m.home
	for _, name := range []string{".memoria/sessions"} { // the ledger names transcripts by their paths
		filepath.WalkDir(filepath.Join(home, "v", name), func(p string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				data, _ := os.ReadFile(p)
				err = os.WriteFile(p, bytes.ReplaceAll(data, []byte(old), []byte(home)), 0o600)
			}
			return err
		})
	}
	dir := fsutiltest.Open(t, filepath.Join(home, "v"))
	c := remembering{&bench{t: t, env: maps.Clone(m.env), home: home, now: m.now, vault: dir}}
	if bin, err := plain(); err != nil {
		t.Fatal(err)
	} else if bin != "" {
		c.apart = filepath.Join(bin, "memoria")
	}
	return c
}

// do runs a command that has to succeed.
func (m remembering) do(args ...string) string {
	m.t.Helper()
	stdout, stderr, code := m.run(append(args, "--vault", filepath.Join(m.home, "v"))...)
	if code != 0 {
		m.t.Fatalf("memoria %s: exit %d\n%s%s", strings.Join(args, " "), code, stdout, stderr)
	}
	return stdout
}

// entries are those of the day logs.
func (m remembering) entries() (out []daily.Dated) {
	m.t.Helper()
	s := &daily.Store{Dir: m.vault, Zone: time.UTC}
	dates, _, err := s.Dates()
	must.Do(m.t, err)
	for _, d := range dates {
		log := must.Get(s.Read(d))(m.t)
		out = append(out, log.Entries...)
	}
	return out
}

// files are those of the vault, the archive's unzipped.
func (m remembering) files() map[string]string {
	m.t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(m.vault.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := m.vault.ReadFile(name)
		if strings.HasSuffix(name, ".gz") {
			if z, err := gzip.NewReader(bytes.NewReader(data)); err == nil {
				data, _ = io.ReadAll(z)
			}
		}
		out[name] = string(data)
		return err
	})
	must.Do(m.t, err)
	return out
}

// says lists the files that hold one of the lines.
func (m remembering) says(lines []string) (out []string) {
	m.t.Helper()
	words := wording.LinesOf(lines)
	for name, text := range m.files() {
		if words.In(text) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// something is what chance picks of a vault, and the words of it.
func (m remembering) something(r *rand.Rand) (target string, words []string) {
	all := slices.DeleteFunc(m.entries(), func(e daily.Dated) bool { return e.Hand || len(e.Bullets) == 0 })
	e := all[r.IntN(len(all))]
	switch r.IntN(3) {
	case 0:
		b := e.Bullets[r.IntN(len(e.Bullets))]
		return e.Target(b), []string{b.Text}
	case 1:
		target = e.ID[:8]
	default:
		target = e.Session
	}
	for _, b := range e.Bullets {
		words = append(words, b.Text)
	}
	return target, words
}

// TestForgetForGood forgets what chance picks in vaults in which a person wrote, too. Then no file says
// it but those that the answer names, every other byte of the logs and of the person's pages is there,
// the records agree, and neither a compile of all, an import, a scan, a flush of the transcript nor a
// rebuild brings it back, also when logs, archive and state are lost (peers.md 16). MEMORIA_LONG=1 does
// so a hundred times, and kills a forget at every change to the disk.
func TestForgetForGood(t *testing.T) {
	model := newMemory(t)
	n := 1
	if os.Getenv("MEMORIA_LONG") != "" {
		n = 100
	}
	t.Run("killed", func(t *testing.T) { forgetKilled(t, model) })
	for seed := range n {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			m := model.copied(t)
			r := rand.New(rand.NewPCG(uint64(seed), 4))
			m.handsOn(r)
			target, words := m.something(r)
			session := m.sessionOf(target)
			transcript := m.transcriptOf(session)
			must.Do(t, m.queue().Put(queue.Note{Kind: queue.Turn, Agent: "claude", Session: session, Transcript: transcript, Message: words[0], Mark: "0123456789abcdef", At: m.now}))
			before := m.files()
			var answer change.ForgetJSON
			m.answer(&answer, "forget", "--yes", target)
			m.gone(target, words, answer)
			m.sameLogs(before)
			m.do("flush", "--wait")
			m.do("status", "--check")
			for _, again := range [][]string{
				{"compile", "--all"}, {"import"}, {"flush", "--scan", "--wait"}, {"flush", "--rebuild", "all"},
				{"flush", transcript},
			} {
				m.do(again...)
				m.gone(target, words, answer)
			}
			m.do("status", "--check")
			m.lose("daily")
			m.do("flush", "--rebuild", "all")
			m.gone(target, words, answer)
			m.lose("daily", ".memoria/archive", ".memoria/state", ".memoria/sessions", ".memoria/cache")
			m.do("import")
			m.gone(target, words, answer)
		})
	}
}

func (m remembering) lose(names ...string) {
	m.t.Helper()
	for _, n := range names {
		must.Do(m.t, os.RemoveAll(filepath.Join(m.vault.Path(), n)))
	}
	must.Do(m.t, os.MkdirAll(filepath.Join(m.vault.Path(), "daily"), 0o755))
}

// sessionOf is the session that a target is of.
func (m remembering) sessionOf(target string) string {
	for _, e := range m.entries() {
		if e.Session == target || strings.HasPrefix(e.ID, target) || slices.ContainsFunc(e.Bullets, func(b daily.Bullet) bool { return e.Target(b) == target }) {
			return e.Session
		}
	}
	m.t.Fatalf("nothing is of %q", target)
	return ""
}

// transcriptOf is the file of a session.
func (m remembering) transcriptOf(session string) string {
	m.t.Helper()
	r, err := (&ledger.Ledger{Dir: m.vault}).Get("claude", session, m.now)
	must.Be(m.t, err == nil && len(r.Files) != 0, "session %s has no file (%v)", session, err)
	return r.Files[0].Path
}

const ownWords = "\nThese are my own words, and they stay.\n"

// handsOn has a person write on some pages.
func (m remembering) handsOn(r *rand.Rand) {
	m.t.Helper()
	for name, text := range m.files() {
		page := strings.HasPrefix(name, "wiki/concepts/") || strings.HasPrefix(name, "daily/")
		if page && r.IntN(3) == 0 {
			must.Get(m.vault.WriteFile(name, []byte(text+ownWords), 0o644))(m.t)
		}
	}
	m.do("compile", "--all")
}

// gone checks that only what the answer names says it.
func (m remembering) gone(target string, words []string, answer change.ForgetJSON) {
	m.t.Helper()
	for _, name := range m.says(words) {
		if !slices.ContainsFunc(answer.Stays, func(s forget.Stay) bool { return s.Path == name }) {
			m.t.Fatalf("%s is forgotten, and %s says it:\n%s\nthe answer: %+v", target, name, m.files()[name], answer)
		}
	}
}

// sameLogs checks that every line of the logs is there but those that were to go, and every word of a
// person's.
func (m remembering) sameLogs(before map[string]string) {
	m.t.Helper()
	now := m.files()
	for name, was := range before {
		must.Hold(m.t, !strings.Contains(was, ownWords) || strings.Contains(now[name], strings.TrimSpace(ownWords)), "a person's words went from %s:\n%s", name, now[name])
		if !strings.HasPrefix(name, "daily/") || was == now[name] {
			continue
		}
		lines := strings.Split(was, "\n")
		for _, l := range strings.Split(now[name], "\n") { // what is left, in order
			i := slices.Index(lines, l)
			if i < 0 && (strings.HasPrefix(l, "### Session (") || strings.HasPrefix(l, "<!-- memoria:entry id=")) {
				continue
			}
			if i < 0 {
				m.t.Errorf("%s has a line that was not there: %q", name, l)
				continue
			}
			lines = lines[i+1:]
		}
	}
}

// forgetter is the handler of memoria forget.
func (m remembering) forgetter() *forget.Handler {
	v := &vault.Vault{Dir: m.vault, Config: vault.Config{Zone: time.UTC, Wiki: "wiki", Interval: time.Hour}}
	a := &command.App{Env: &command.Env{Stdin: strings.NewReader(""), Stdout: new(bytes.Buffer), Stderr: new(bytes.Buffer), Getenv: func(k string) string { return m.env[k] },
		Now: func() time.Time { return m.now }, Local: time.UTC, Dir: m.home, Home: m.home}}
	a.UI = &command.UI{Out: a.Stdout, Err: a.Stderr}
	return a.ForgetHandler(&workspace.Vault{Vault: v, Machine: a.Machine()})
}

// What a worker reads of a session between the plan of a forget and its doing goes along.
func TestForgetWhatIsReadMeanwhile(t *testing.T) {
	m := newMemory(t)
	e := m.entries()[0]
	h := m.forgetter()
	p := must.Get(h.Plan(context.Background(), forget.Request{Name: e.Session}))(t)
	name := filepath.Join(m.home, "late.jsonl")
	rows := fmt.Appendf(nil, `{"type":"user","uuid":"late1","sessionId":%q,"timestamp":"2026-03-30T10:00:00Z","cwd":"/home/ana/src/tidewatch","message":{"content":"We decided to paint the gull tower green."}}`+"\n"+
		`{"type":"assistant","uuid":"late2","parentUuid":"late1","sessionId":%q,"timestamp":"2026-03-30T10:00:05Z","cwd":"/home/ana/src/tidewatch","message":{"id":"late","content":[{"type":"text","text":"It is green."}]}}`+"\n", e.Session, e.Session)
	must.Do(t, os.WriteFile(name, rows, 0o600))
	m.do("flush", name)
	said := func() bool {
		return slices.ContainsFunc(m.entries(), func(e daily.Dated) bool { return strings.Contains(e.Context, "gull tower") })
	}
	must.Be(t, said(), "what was said late is in no log")
	must.Do(t, h.Do(context.Background(), p))
	must.Hold(t, !said(), "what was said late is still there")
}

// forgetKilled kills a forget at changes to the disk in turn. The next compile ends it, to the same bytes.
func forgetKilled(t *testing.T, model remembering) {
	e := model.entries()[2]
	step := 11
	if os.Getenv("MEMORIA_LONG") != "" {
		step = 1
	}
	take := func(m remembering, n int) (*fsutiltest.Crash, error) {
		h := m.forgetter()
		p := must.Get(h.Plan(context.Background(), forget.Request{Name: e.Session}))(t)
		stop := fsutiltest.CrashAt(m.vault, n)
		return stop, h.Do(context.Background(), p)
	}
	whole := model.copied(t)
	stop := must.Get(take(whole, 0))(t)
	whole.do("compile", "--all")
	want, changes := stateOf(whole), len(stop.Seen())
	for n := 1; n <= changes; n += step {
		m := model.copied(t)
		stop, err := take(m, n)
		must.Be(t, stop.Happened() && err != nil, "change %d of %d did not fail: %v", n, changes, err)
		m.vault.Before(nil)
		if _, err := m.vault.Lstat(".memoria/forgotten.json"); err != nil { // it had not begun
			continue
		}
		m.do("compile", "--all")
		if got := stateOf(m); !maps.Equal(got, want) {
			for name := range want {
				must.Hold(t, got[name] == want[name], "killed at change %d, %s is\n%s\nwant\n%s", n, name, got[name], want[name])
			}
			for name := range got {
				if _, ok := want[name]; !ok {
					t.Errorf("killed at change %d, %s is left:\n%s", n, name, got[name])
				}
			}
			return
		}
	}
}

// stateOf is what a vault holds, but for what names the home or is a cache.
func stateOf(m remembering) map[string]string {
	out := m.files()
	maps.DeleteFunc(out, func(name, _ string) bool {
		return strings.HasPrefix(name, ".memoria/lock/") || strings.HasPrefix(name, ".memoria/cache/")
	})
	for name, text := range out {
		out[name] = strings.ReplaceAll(text, m.home, "")
	}
	return out
}
