// Package finish holds what a line tells of the end of work against what tools answered and what a person said: that it
// is committed, pushed, merged, released, tested or fixed.
package finish

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/outcome"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// Work is what the agent did in some turns, and what the person said.
type Work struct {
	turns []transcript.Turn
	deeds []deed
	plans []bool   // which turns are plans that the person agreed to
	typed []string // the client's commands that the person typed, without what stood behind them
}

// A deed is an edit or a command.
type deed struct {
	turn    int
	tool    string
	edit    string // the file
	command string // with the name of the tool
	kind    outcome.Kind
	failed  bool
	text    string // what was kept of the answer
}

// Of reads what the agent did in turns.
func Of(turns []transcript.Turn) *Work {
	w := &Work{turns: turns, plans: Plans(turns)}
	for i := range turns {
		for _, st := range turns[i].Steps {
			d := deed{turn: i, tool: st.Tool, failed: st.Failed, text: proof.Visible(Kept(&st))}
			switch {
			case st.Edit && st.File:
				d.edit = strings.ReplaceAll(st.Target, `\`, "/")
			case st.Tool == transcript.Slash:
				name, _, _ := strings.Cut(st.Target, " ")
				w.typed = append(w.typed, name)
				continue
			case st.File:
				continue
			default:
				d.command, d.kind = st.Tool+" "+st.Target, outcome.KindOf(st.Target)
				if committed().MatchString(d.text) {
					d.kind |= outcome.Commit
				}
				d.failed = d.failed || d.kind.Is(outcome.Check) && outcome.Fails(d.text) || d.kind.Is(outcome.State) && stopped().MatchString(d.text)
			}
			w.deeds = append(w.deeds, d)
		}
	}
	return w
}

// Kept returns what is known of the answer to a step.
func Kept(st *transcript.Step) string {
	if st.Outcome == "" && st.Failed && st.Tool == "Bash" && st.Error != transcript.Rejected { // archived before outcomes were kept
		return outcome.KindOf(st.Target).Cut(st.Error, true)
	}
	return st.Outcome
}

// Names returns the files that were edited and the commands that were run, a line each.
func (w *Work) Names() string {
	var b strings.Builder
	for _, d := range w.deeds {
		b.WriteString(d.edit + d.command + "\n")
	}
	return b.String()
}

// A Line tells something of the turns that it rests on.
type Line struct {
	daily.Bullet
	Turns []int // in order
}

func (w *Work) person(turn int) bool { return w.turns[turn].Role != transcript.Agent }

// Claims returns why a line must not say that something is finished, and whether nothing but the agent's word shows that
// it is.
func (w *Work) Claims(l Line) (why string, claimed bool) {
	done := l.Kind == daily.Action && l.Done
	if (l.Kind == daily.Decision || l.Kind == daily.Fact || l.Kind == daily.Lesson || done) && w.unmade(l) {
		return "no edit and no command of the session shows that this was done: tell it as planned (\"is to be\"), or leave it out", false
	}
	if file := w.misplaced(l); file != "" {
		return fmt.Sprintf("the file that was edited is %q", file), false
	}
	if l.Kind != daily.Fact && l.Kind != daily.Lesson && !done {
		return "", false
	}
	for i := range finishes {
		f := &finishes[i]
		if !tells(l.Text, f.says()) || w.confirmed(l, f) {
			continue
		}
		shown, failed := w.shown(l.Text, f)
		switch tells := fails().MatchString(l.Text); {
		case failed && tells:
		case failed && f.against != "":
			return f.against, false
		case !shown:
			claimed = true
		}
	}
	if l.Done && !claimed {
		claimed = !slices.ContainsFunc(l.Turns, w.person) && !slices.ContainsFunc(w.deeds, func(d deed) bool { return !d.failed && !d.kind.Is(outcome.Lookup) })
	}
	return "", claimed
}

// tells reports whether a clause of a text says what an expression matches as something that is so.
func tells(text string, re *regexp.Regexp) bool {
	return re.MatchString(text) && slices.ContainsFunc(proof.Divide(proof.Folded(text)), func(part string) bool {
		return re.MatchString(part) && !proof.SaysNot(part) && !apart().MatchString(part)
	})
}

// confirmed reports whether a person says that something is finished.
func (w *Work) confirmed(l Line, f *finish) bool {
	for i := range w.turns {
		if w.person(i) && (tells(w.turns[i].Text, f.says()) || f.agrees != nil && i > l.Turns[0] && tells(w.turns[i].Text, f.agrees())) {
			return true
		}
	}
	return false
}

// shown reports whether what the agent did shows a finish that a text tells, or that all tries of it failed. A check
// counts behind the last edit of code, or of the files that the text names.
func (w *Work) shown(text string, f *finish) (shown, failed bool) {
	names := func(d deed) bool { return d.edit != "" && strings.Contains(text, path.Base(d.edit)) }
	named := slices.ContainsFunc(w.deeds, names)
	for _, d := range w.deeds {
		switch {
		case d.edit != "":
			if f.kind.Is(outcome.Check) && !d.failed && (names(d) || !named && !prosaic(d.edit)) {
				shown = false
			}
		case f.kind != 0 && d.kind.Is(f.kind) || f.by != nil && f.by().MatchString(d.command):
			failed = d.failed && !shown
			shown = !d.failed || shown && !f.kind.Is(outcome.Check)
		}
	}
	return shown, failed
}

// prosaic reports whether a file holds words for people.
func prosaic(name string) bool {
	return slices.Contains([]string{".md", ".mdx", ".txt", ".rst", ".adoc"}, strings.ToLower(path.Ext(name)))
}

// Belied returns what the tools say against a line, "" for nothing.
func (w *Work) Belied(l Line) string {
	text := proof.Folded(l.Text)
	last := l.Turns[len(l.Turns)-1]
	switch {
	case passes().MatchString(text) && !proof.SaysNot(text) && w.failsBefore(last):
		return "the check that ran last before it failed"
	case (l.Kind == daily.Fact || l.Kind == daily.Action) && uncommitted().MatchString(text) && !unsettled().MatchString(text) && w.begun(last, outcome.Commit):
		return "a commit was begun after that, and how it ended was not seen: tell that"
	case l.Kind != daily.Preference && w.takenOut(l) != "":
		return fmt.Sprintf("an edit behind it took %q out: tell how it is at the end, and what it replaced", w.takenOut(l))
	case l.Kind == daily.Preference, slices.ContainsFunc(l.Turns, w.person): // what the person wants uncommitted stays so
		return ""
	case uncommitted().MatchString(text) && !l.Done && w.after(last, outcome.Commit):
		return "it was committed after that"
	case unpushed().MatchString(text) && !l.Done && w.after(last, outcome.Push):
		return "it was pushed after that"
	}
	return ""
}

// Renamed returns the command that the person typed last in the place of one that a text names and nobody typed, "" for
// none.
func (w *Work) Renamed(text string) string {
	for _, m := range slash().FindAllStringSubmatch(text, -1) {
		if slices.Contains(w.typed, m[1]) {
			continue
		}
		for _, now := range slices.Backward(w.typed) {
			if !strings.Contains(text, now) && slices.ContainsFunc(parts(now), func(p string) bool { return len(p) >= partLeast && slices.Contains(parts(m[1]), p) }) {
				return now
			}
		}
	}
	return ""
}

// partLeast is how many bytes a part has that makes two names of commands akin.
const partLeast = 5

func parts(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("/:-_", r) })
}

// failsBefore reports whether the last check that an agent ran before the words of a turn failed. A check that follows
// the words and passes counts as well.
func (w *Work) failsBefore(turn int) bool {
	behind := false
	for _, d := range slices.Backward(w.deeds) {
		if !d.kind.Is(outcome.Check) || d.turn > turn {
			continue
		}
		if d.turn < turn || !d.failed {
			return d.failed
		}
		behind = true
	}
	return behind
}

// after reports whether a commit or a push follows the words of a turn, and nothing shows that work was left out.
func (w *Work) after(turn int, kind outcome.Kind) bool {
	found := false
	for _, d := range w.deeds {
		switch {
		case d.turn < turn:
		case d.kind.Is(kind) && !d.failed:
			found = kind != outcome.Commit || committed().MatchString(d.text)
		case d.kind.Is(outcome.State) && dirty().MatchString(d.text):
			return false
		}
	}
	return found
}

// begun reports whether the last command of a kind that follows the words of a turn has no answer, though answers were kept.
func (w *Work) begun(turn int, kind outcome.Kind) (open bool) {
	kept := false
	for _, d := range w.deeds {
		kept = kept || d.text != ""
		if d.turn >= turn && d.kind.Is(kind) {
			open = d.text == "" && !d.failed
		}
	}
	return open && kept
}
