package compiler_test

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/refactor"
	"github.com/agent-admin/memoria/compiler/target"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/wording"
	"github.com/agent-admin/memoria/fsutil/must"
)

// kept returns the entries of the logs as an archive has them: without their places.
func (v *vault) kept() (out []daily.Dated) {
	v.t.Helper()
	dates, _ := must.Get2(v.c.Daily.Dates())(v.t)
	for _, d := range dates {
		l := must.Get(v.c.Daily.Read(d))(v.t)
		for _, e := range l.Entries {
			if e.Hand {
				continue
			}
			e.Start, e.End, e.Hash = 0, 0, ""
			out = append(out, e)
		}
	}
	return out
}

// foreseen makes a vault forget a target, and checks that the wiki then reads as foreseen.
func (v *vault) foreseen(t *target.Target) {
	v.t.Helper()
	s := t.Scope(wording.Says)
	x := must.Get(v.c.Foresee(context.Background(), s.Lines, s.Cuts))(v.t)
	must.Do(v.t, v.forgetting(t))
	now := v.files()
	for name, text := range x.Pages {
		if strings.HasSuffix(name, "/index.md") || strings.HasSuffix(name, "/log.md") {
			continue // they are derived from the others
		}
		got, there := now[name]
		must.Hold(v.t, there == (text != nil) && got == string(text), "%s is\n%s\nforeseen was\n%s", name, got, text)
	}
	for name := range now {
		must.Hold(v.t, !strings.HasPrefix(name, ".memoria/state/pages/") || x.Keeps(name), "%s is left", name)
	}
}

// TestForgetLost: a target is removed from a wiki whose log is gone or torn, by its kept copy, by the ledger, or by
// the wiki's own citations.
func TestForgetLost(t *testing.T) {
	all := func(v *vault) { v.remove("daily") }
	one := func(v *vault) { v.remove("daily/2026-11-26.md") }
	torn := func(v *vault) {
		log := v.read("daily/2026-11-26.md")
		i := strings.Index(log, "<!-- /memoria:entry -->\n")
		v.write("daily/2026-11-26.md", log[:i]+log[i+len("<!-- /memoria:entry -->\n"):])
	}
	for name, c := range map[string]struct {
		lose   func(*vault)
		target string
		bare   bool // the archive is gone, too
		stays  string
	}{
		"session": {one, "s-20261126a", false, "never renamed"},
		"entry":   {one, "20261126a", false, "never renamed"},
		"line":    {one, "2026-11-26#^k20261126a1", false, "live beside"},
		"heading": {one, "2026-11-26#Session (10:00) - Work a", false, "never renamed"},
		"all":     {all, "s-20261126a", false, "never renamed"},
		"torn":    {torn, "s-20261126a", false, "never renamed"},
		"cited":   {one, "^k20261126a1", true, "live beside"},
	} {
		t.Run(name, func(t *testing.T) {
			v := forgetVault(t)
			kept := v.kept()
			c.lose(v)
			v.edit("wiki/concepts/locks.md", "## Key Points", "My own words stay.\n\n## Key Points")
			if c.bare {
				kept = nil
			}
			x := must.Get(v.finder(kept...).Find(c.target, false))(t)
			v.foreseen(x)
			got := v.says("share " + secret)
			must.Hold(t, len(got) == 0, "it stands in %q", got)
			for _, words := range []string{c.stays, "My own words stay", "durable", "Acme` pays"} {
				must.Hold(t, len(v.says(words)) != 0, "%q went", words)
			}
		})
	}
}

// TestForgetRestored: a log that comes back with what was forgotten does not bring it back to the wiki,
// every look says so, and it can be taken out again.
func TestForgetRestored(t *testing.T) {
	v := forgetVault(t)
	old := map[string]string{}
	for _, name := range []string{"daily/2026-11-26.md", "daily/2026-11-27.md"} {
		old[name] = v.read(name)
	}
	x := v.target("20261126a")
	x.Lines = v.target("^k20261127a0").Lines
	must.Do(t, v.forgetting(x))
	for name, text := range old {
		v.write(name, text)
	}
	v.c.Daily.Redact = func() (daily.Redact, error) {
		return func(d daily.Dated) (daily.Dated, int) {
			had := d.Bullets
			switch d.ID {
			case "20261126a":
				d.Title, d.Bullets = daily.Forgotten, nil
			case "20261127a":
				d.Bullets = slices.DeleteFunc(slices.Clone(had), func(b daily.Bullet) bool { return b.Block == "k20261127a0" })
			}
			return d, len(had) - len(d.Bullets)
		}, nil
	}
	v.settled(compiler.Options{All: true})
	for _, words := range []string{"live beside", "share " + secret, "never renamed"} {
		got := v.says(words)
		must.Hold(t, len(got) == 1 && strings.HasPrefix(got[0], "daily/"), "%q is back in %q", words, got)
	}
	p, err := v.c.Plan(context.Background(), compiler.Options{})
	st, err2 := v.c.Status(context.Background())
	logs, err3 := v.c.Logs(context.Background())
	must.Be(t, err == nil && err2 == nil && err3 == nil, "%v %v %v", err, err2, err3)
	for _, notes := range [][]journal.Note{p.Problems, st.Problems, logs.Back} {
		must.Hold(t, len(notes) == 2 && strings.Contains(notes[0].Text, "2 lines of it were forgotten and are back") && strings.Contains(notes[0].Text, "memoria forget --again"), "it says %+v", notes)
	}
	hidden, err := v.c.Daily.Redact()
	back := v.finder().Back(hidden)
	must.Be(t, err == nil && len(back.Entries) == 1 && len(back.Lines) == 1, "%+v is back (%v)", back, err)
	v.foreseen(back)
	v.forgotten("live beside")
	v.forgotten("never renamed")
	must.Hold(t, strings.Contains(v.read("daily/2026-11-27.md"), "durable"), "another line went")
}

// TestForgetNoID: a line whose block id somebody took off is named by its words, and goes without
// another that is cited as it is.
func TestForgetNoID(t *testing.T) {
	v := forgetVault(t)
	kept := v.kept()
	v.edit("daily/2026-11-26.md", "share "+secret+" ^k20261126a1", "share "+secret)
	v.edit("daily/2026-11-26.md", "beside the file ^k20261126a0", "beside the file")
	v.settled(compiler.Options{})
	x, err := v.finder(kept...).Find("`queue` and `locks` share "+secret, false)
	must.Be(t, err == nil && len(x.Lines) == 1 && x.Kind == "line", "found %+v, %v", x, err)
	v.foreseen(x)
	v.forgotten("share " + secret)
	must.Hold(t, len(v.says("live beside the file")) >= 2, "another line went")
	x = must.Get(v.finder(kept...).Find("20261126a", false))(t)
	v.foreseen(x) // the other is ours as the archive has it
	v.forgotten("live beside the file")
}

// TestForgetOwn: what a person put into an entry stays when the entry goes, in the log and in the wiki.
func TestForgetOwn(t *testing.T) {
	v := forgetVault(t)
	kept := v.kept()
	v.edit("daily/2026-11-26.md", "share "+secret+" ^k20261126a1\n", "share "+secret+" ^k20261126a1\n- `locks` are fine, as I say\n")
	v.settled(compiler.Options{})
	x, err := v.finder(kept...).Find("20261126a", false)
	must.Be(t, err == nil && !slices.ContainsFunc(x.Scope(wording.Says).Texts, func(s string) bool { return strings.Contains(s, "as I say") }), "%v, its words are %q", err, x.Scope(wording.Says).Texts)
	v.foreseen(x)
	got := v.says("as I say")
	must.Hold(t, len(got) != 0 && got[len(got)-1] != "" && slices.Contains(got, "daily/2026-11-26.md"), "a person's words are in %q", got)
	v.forgotten("share " + secret)
}

// TestInterrupted: a change that was cut off is told of by its name.
func TestInterrupted(t *testing.T) {
	v := forgetVault(t)
	must.Equal(t, v.c.Journal().Interrupted(), "", "it")
	stop := func(name string) error {
		if strings.HasPrefix(name, "wiki/") {
			return os.ErrClosed
		}
		return nil
	}
	v.c.SetWrote(stop)
	_, err := refactor.Move(context.Background(), v.c.Journal(), "acme", "The Deal", false)
	must.Be(t, err != nil, "it was not cut off")
	v.c.SetWrote(nil)
	must.Equal(t, v.c.Journal().Interrupted(), "mv", "it")
}
