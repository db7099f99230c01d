package compiler_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/refactor"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/compiler/target"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/flush/wording"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// forgets makes a vault forget a target, as the command does.
func (v *vault) forgets(name string) *target.Target {
	v.t.Helper()
	t := v.target(name)
	err := v.forgetting(t)
	must.Be(v.t, err == nil, "forget %s: %v", name, err)
	return t
}

func (v *vault) forgetting(t *target.Target) error {
	release, err := v.c.Hold(context.Background())
	if err != nil {
		return err
	}
	defer release()
	s := t.Scope(wording.Says)
	for d, cut := range s.Cuts {
		if _, err := v.c.Daily.Cut(context.Background(), d, cut); err != nil {
			return err
		}
	}
	return v.c.Forget(context.Background(), s.Lines, slices.Collect(maps.Keys(s.Cuts)))
}

// finder returns a finder of what can be forgotten.
func (v *vault) finder(kept ...daily.Dated) *target.Finder {
	v.t.Helper()
	return must.Get(target.Load(context.Background(), target.Sources{Logs: v.c.Daily, Wiki: v.c.Wiki, State: &state.Store{Vault: v.c.Vault}, Kept: kept}))(v.t)
}

func (v *vault) target(name string, kept ...daily.Dated) *target.Target {
	v.t.Helper()
	return must.Get(v.finder(kept...).Find(name, false))(v.t)
}

// says lists the files that contain words.
func (v *vault) says(words string) (out []string) {
	v.t.Helper()
	for name, text := range v.files() {
		if strings.Contains(text, words) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// forgotten checks that the words are only in some files, now and after everything is compiled again.
func (v *vault) forgotten(words string, but ...string) {
	v.t.Helper()
	if got := v.says(words); !slices.Equal(got, but) {
		v.t.Errorf("%q stands in %q, want in %q", words, got, but)
		for _, name := range got {
			v.t.Errorf("%s:\n%s", name, v.read(name))
		}
	}
	v.settled(compiler.Options{All: true})
	got := v.says(words)
	must.Hold(v.t, slices.Equal(got, but), "compiled again, %q stands in %q, want in %q", words, got, but)
}

const secret = "the Acme merger"

func forgetVault(t *testing.T) *vault {
	v := newVault(t)
	v.log("2026-11-26", []string{"`locks` live beside the file", "`queue` and `locks` share " + secret}, []string{"`Acme` is what we buy, " + secret})
	v.log("2026-11-27", []string{"`locks` are never renamed", "`queue` is durable"}, []string{"`Acme` pays, " + secret})
	v.settled(compiler.Options{})
	return v
}

// TestForgetLine: a claim is removed from every page that cites it, and nothing else is.
func TestForgetLine(t *testing.T) {
	v := forgetVault(t)
	v.forgets("^k20261126a1")
	for _, name := range []string{"wiki/concepts/locks.md", "wiki/concepts/queue.md", "daily/2026-11-26.md"} {
		must.Text(t, v.read(name), "%s still says it", name).Lacks("share "+secret, "k20261126a1")
	}
	must.Hold(t, strings.Contains(v.read("wiki/concepts/locks.md"), "live beside the file"), "another claim went, too")
	v.forgotten("share " + secret)
}

// TestForgetEntry: an article that rests on nothing else is removed, and log.md does not mention it.
func TestForgetEntry(t *testing.T) {
	v := forgetVault(t)
	must.Be(t, strings.Contains(v.read("wiki/log.md"), "`concepts/acme`"), "the log does not name the article")
	v.forgets("20261126b")
	must.Be(t, v.exists("wiki/concepts/acme.md"), "the article went that rests on another entry, too")
	v.forgets("2026-11-27#Session (10:01) - Work b")
	v.forgotten("Acme pays")
	v.forgotten("what we buy")
	v.forgotten("concepts/acme")
	must.Hold(t, !v.exists("wiki/concepts/acme.md"), "the article is still there")
	must.Text(t, v.read("daily/2026-11-27.md"), "the entry's marker went, so its turns would come back").Has("id=20261127b ")
}

// TestForgetSession: all its entries are removed.
func TestForgetSession(t *testing.T) {
	v := forgetVault(t)
	v.forgets("s-20261126a")
	v.forgotten("live beside")
	v.forgotten("share " + secret)
}

// TestForgetHands: the compiler's lines are removed from a page that a person edited, and the person's words stay.
func TestForgetHands(t *testing.T) {
	for name, lose := range map[string]bool{"base kept": false, "state lost": true} {
		t.Run(name, func(t *testing.T) {
			v := forgetVault(t)
			v.edit("wiki/concepts/locks.md", "## Key Points\n", "My own words stay.\n\n## Key Points\n")
			v.edit("wiki/concepts/queue.md", "`queue` and `locks` share "+secret, "As I say: they share "+secret)
			v.settled(compiler.Options{})
			if lose {
				v.remove(".memoria/state")
			}
			held := must.Get(v.c.Holdings(context.Background(), v.target("^k20261126a1").Scope(wording.Says).Lines))(t)
			var left []string
			for _, h := range held {
				if len(h.Left) > 0 {
					left = append(left, h.Path)
				}
			}
			must.Hold(t, slices.Equal(left, []string{"wiki/concepts/queue.md"}), "a person's words are said to stay in %q: %+v", left, held)
			v.forgets("k20261126a1")
			must.Text(t, v.read("wiki/concepts/locks.md"), "locks.md").Has("My own words stay.\n").Lacks(secret)
			must.Text(t, v.read("wiki/concepts/queue.md"), "a person's words went").Has("As I say: they share " + secret)
			but := []string{"wiki/concepts/queue.md"}
			must.Hold(t, !v.exists("wiki/connections") || !slices.ContainsFunc(v.says("share "+secret), func(s string) bool { return strings.HasPrefix(s, "wiki/connections") }), "the connection still says it")
			v.forgotten("share "+secret, but...)
		})
	}
}

// TestForgetUnseen: a page that rests on a lost log only grows, and still loses the line. Forget waits for what was
// just saved or compiled and does not leave it half forgotten.
func TestForgetJustSaved(t *testing.T) {
	v := forgetVault(t)
	v.c.Now, v.c.Quiet = time.Now, 300*time.Millisecond
	for _, edit := range []bool{false, true} {
		if edit {
			v.edit("wiki/concepts/locks.md", "## Key Points", "Mine.\n\n## Key Points")
		}
		for _, line := range strings.Split(v.read("daily/2026-11-26.md"), "\n") {
			if _, id, ok := strings.Cut(line, " ^"); ok {
				v.forgets("2026-11-26#^" + id)
				break
			}
		}
	}
	must.Hold(t, strings.Contains(v.read("wiki/concepts/locks.md"), "Mine."), "a person's words are gone")
}

func TestForgetUnseen(t *testing.T) {
	v := forgetVault(t)
	v.remove("daily/2026-11-27.md")
	v.forgets("^k20261126a1")
	must.Text(t, v.read("wiki/concepts/locks.md"), "what the lost log says went").Has("never renamed")
	v.forgotten("share " + secret)
}

// TestForgetByHand: a section written by hand is forgotten by its heading, even the last one of a log.
func TestForgetByHand(t *testing.T) {
	v := forgetVault(t)
	v.write("daily/2026-11-28.md", "# Notes\n\n## Talk on Acme\n\n- `Acme` is sold, as by hand\n")
	v.settled(compiler.Options{})
	must.Be(t, len(v.says("sold, as by hand")) >= 2, "it was not compiled")
	v.forgets("2026-11-28#talk on acme")
	v.forgotten("sold, as by hand")
	must.Hold(t, v.read("daily/2026-11-28.md") == "# Notes\n\n", "the log is %q", v.read("daily/2026-11-28.md"))
	for _, word := range []string{"talk on acme", "Talk on Acme"} {
		v.forgotten(word)
	}
}

// TestForgetDeleted: an article that a person removed does not return, and its record is removed together with its
// last line.
func TestForgetDeleted(t *testing.T) {
	v := forgetVault(t)
	v.remove("wiki/concepts/acme.md")
	v.settled(compiler.Options{})
	v.forgets("20261126b")
	v.forgets("20261127b")
	v.forgotten("acme")
	must.Hold(t, !v.exists("wiki/concepts/acme.md"), "it came back")
}

// TestForgetTarget: an ambiguous target is distinguished from one that matches nothing.
func TestForgetTarget(t *testing.T) {
	v := forgetVault(t)
	f := v.finder()
	var article *target.ArticleError
	var many *target.ManyError
	var nothing *why.NothingError
	_, err := f.Find("locks", false)
	must.Hold(t, errors.As(err, &article) && article.Claims == 3, "an article is %v", err)
	x, err := f.Find("locks", true)
	must.Hold(t, err == nil && len(x.Lines) == 3, "its claims are %v, %v", x, err)
	_, err = f.Find("202611", false)
	must.Hold(t, errors.As(err, &many), "the beginning of several ids is %v", err)
	var day *target.DayError
	_, err = f.Find("2026-11-26", false)
	must.Hold(t, errors.As(err, &day) && len(day.Names) == 2, "a day is %v", err)
	for _, name := range []string{"", "^", "nowhere", "2026-11-26#no such heading", "^k0000000"} {
		x, err := f.Find(name, false)
		must.Hold(t, errors.As(err, &nothing), "%q is %v, %v", name, x, err)
	}
}

// TestForgetCrash: a forget that was killed at any change to the disk is ended by another to the same
// bytes, and what is forgotten does not come back.
func TestForgetCrash(t *testing.T) {
	if testing.Short() {
		t.Skip()
	}
	m := forgetVault(t)
	m.edit("wiki/concepts/locks.md", "## Key Points\n", "My own words stay.\n\n## Key Points\n")
	m.settled(compiler.Options{})
	start := copyVault(t, m)
	target := m.target("20261126b")
	one := m.target("^k20261126a1")
	target.Lines = one.Lines
	must.Do(t, m.forgetting(target))
	want := m.files()
	for n := 1; ; n += pace(7) {
		v := copyVault(t, start)
		stop := fsutiltest.CrashAt(v.c.Vault, n)
		err := v.forgetting(target)
		if !stop.Happened() {
			must.Hold(t, n >= 10, "only %d changes", n)
			break
		}
		must.Be(t, errors.Is(err, fsutiltest.ErrCrash) || err == nil, "change %d: %v", n, err)
		again := vaultAt(t, v.dir)
		if err := again.forgetting(target); err != nil {
			t.Fatalf("after change %d: %v", n, err)
		}
		got := again.files()
		if !maps.Equal(got, want) {
			t.Errorf("after change %d, %v", n, stop)
			sameFiles(t, want, got)
			return
		}
	}
}

// TestForgetMoved: a renamed article is forgotten under every name it had, and no undo record contains its words.
func TestForgetMoved(t *testing.T) {
	v := forgetVault(t)
	for _, to := range []string{"The Deal", "Project Seven"} {
		old := "acme"
		if to == "Project Seven" {
			old = "The Deal"
		}
		must.Get(refactor.Move(context.Background(), v.c.Journal(), old, to, false))(t)
	}
	v.forgets("20261126b")
	v.forgets("20261127b")
	got := v.says(secret)
	must.Hold(t, slices.Equal(got, v.says("share "+secret)), "its words are in %q", got)
	must.Text(t, v.read("wiki/log.md"), "the log tells of it").Lacks("acme", "the-deal", "seven")
	if _, err := v.c.Journal().Undo(context.Background(), journal.UndoOptions{}); err == nil {
		v.forgotten("Acme pays")
	}
	v.forgotten("what we buy")
	v.forgotten("Acme pays")
}

// TestForgetMerged: what was merged into another article is removed there.
func TestForgetMerged(t *testing.T) {
	v := forgetVault(t)
	must.Get(refactor.Merge(context.Background(), v.c.Journal(), "acme", "queue", false))(t)
	must.Be(t, strings.Contains(v.read("wiki/concepts/queue.md"), "Acme` pays"), "it was not merged")
	v.forgets("20261126b")
	v.forgets("20261127b")
	v.forgotten("pays, the")
	v.forgotten("what we buy")
	must.Hold(t, strings.Contains(v.read("wiki/concepts/queue.md"), "durable"), "what the other article said went")
}

// TestForgetRedone: an entry that was written again is forgotten with the one before it.
func TestForgetRedone(t *testing.T) {
	v := forgetVault(t)
	log := v.read("daily/2026-11-26.md")
	again := log[strings.Index(log, "### Session (10:01)"):]
	again = strings.NewReplacer("id=20261126b ", "id="+entry.RedoID("20261126b")+" redoes=20261126b ", "what we buy", "what they buy", "k20261126b0", "kaaaaaaa").Replace(again)
	v.write("daily/2026-11-26.md", log+"\n"+again)
	v.settled(compiler.Options{Now: true})
	v.forgets(entry.RedoID("20261126b"))
	v.forgotten("what they buy")
	v.forgotten("what we buy")
}
