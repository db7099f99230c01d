package summary

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/outcome"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// A run is a command that an agent ran, as far as its outcome was kept.
type run struct {
	command string
	kind    outcome.Kind
	failed  bool
	text    string // what was kept of the answer
	left    bool   // not shown: there is no room, or a later run of the same command says the same
}

const commandMost = 120 // bytes of a command that are shown

// runsOf returns the commands of a turn whose outcome is known.
func runsOf(steps []transcript.Step) (out []run) {
	for _, s := range steps {
		text := s.Outcome
		if text == "" && s.Failed && s.Tool == "Bash" && s.Error != transcript.Rejected { // archived before outcomes were kept
			text = outcome.KindOf(s.Target).Cut(s.Error, true)
		}
		if text == "" {
			continue
		}
		r := run{command: proof.Line(proof.Visible(s.Target)), kind: outcome.KindOf(s.Target), text: proof.Visible(text)}
		if len(r.command) > commandMost {
			r.command = strings.ToValidUTF8(r.command[:commandMost], "") + "…"
		}
		r.failed = s.Failed || r.kind.Is(outcome.Check) && outcome.Fails(r.text)
		out = append(out, r)
	}
	return out
}

func (r *run) String() string {
	s := "$ " + r.command
	if r.failed {
		s += " (failed)"
	}
	return strings.TrimRight(s+"\n"+r.text, "\n")
}

// The slice of what tools answered is at most a fifth of the words of a stretch, or toolsLeast bytes of a short one.
const (
	toolsShare = 5
	toolsLeast = 400
	toolsHead  = 60 // bytes of the line above those of a turn
)

// thin leaves out runs that a later run of the same command repeats, then the oldest for which there is no room. How a
// stretch ends tells more than how it began.
func thin(turns []turn) {
	room := 0
	for i := range turns {
		room += len(turns[i].text)
	}
	room = max(toolsLeast, room/toolsShare)
	later := map[string]bool{}
	for i := len(turns) - 1; i >= 0; i-- {
		used := false
		for k := len(turns[i].runs) - 1; k >= 0; k-- {
			r := &turns[i].runs[k]
			same := r.command + "\x00" + map[bool]string{true: "failed"}[r.failed]
			size := len(r.String()) + 1
			if !used {
				size += toolsHead
			}
			if r.left = later[same] || size > room; !r.left {
				room, used = room-size, true
			}
			later[same] = true
		}
	}
}

// tools returns what is shown of the tools' answers behind a turn.
func (t *turn) tools() string {
	var b strings.Builder
	for i := range t.runs {
		if r := &t.runs[i]; !r.left {
			b.WriteString(r.String() + "\n")
		}
	}
	return b.String()
}

// belied returns what the tools say against a bullet, "" for nothing.
func (s *stretch) belied(b *bullet) string {
	text := proof.Folded(b.Text)
	last := b.turns[len(b.turns)-1]
	switch {
	case passes().MatchString(text) && !proof.SaysNot(text) && s.failsBefore(last):
		return "the check that ran last before it failed"
	case b.Kind == daily.Preference, slices.ContainsFunc(b.turns, s.person): // what the person wants uncommitted stays so
		return ""
	case uncommitted().MatchString(text) && !b.Done && s.after(last, outcome.Commit):
		return "it was committed after that"
	case unpushed().MatchString(text) && !b.Done && s.after(last, outcome.Push):
		return "it was pushed after that"
	}
	return ""
}

// failsBefore reports whether the last check that an agent ran before the words of a turn failed. A check that follows
// the words and passes counts as well.
func (s *stretch) failsBefore(turn int) bool {
	for i := turn; i >= 0; i-- {
		runs := s.turns[i].runs
		for k := len(runs) - 1; k >= 0; k-- {
			if r := &runs[k]; r.kind.Is(outcome.Check) && (i < turn || !r.failed) {
				return r.failed
			}
		}
	}
	return slices.ContainsFunc(s.turns[turn].runs, func(r run) bool { return r.kind.Is(outcome.Check) })
}

// after reports whether a commit or a push follows the words of a turn, and nothing shows that work was left out.
func (s *stretch) after(turn int, kind outcome.Kind) bool {
	found := false
	for i := turn; i < len(s.turns); i++ {
		for _, r := range s.turns[i].runs {
			switch {
			case r.kind.Is(kind) && !r.failed:
				found = kind != outcome.Commit || committed().MatchString(r.text)
			case !r.kind.Is(outcome.State):
			case dirty().MatchString(r.text):
				return false
			}
		}
	}
	return found
}

var (
	passes = sentence.Pattern(`(?i)\b(?:tests?|suite|lint(?:er|ing)?|builds?|checks?|ci|pruebas|testes|compila\w*|тест\w*)\b.{0,60}\b(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?|clean|grün|bestanden|bestehen|laufen durch|pasan|pasaron|passam|passaram|passent|réussi\w*|проходят|прошли)\b` +
		`|\b(?:pass(?:es|ed|ing)?|green)\b.{0,20}\b(?:tests?|suite|lint(?:er)?|checks?|ci)\b|(?:测试|テスト).{0,12}(?:通过|通過|成功|合格|パス)`)
	uncommitted = sentence.Pattern(`(?i)\b(?:uncommitted|not (?:yet )?(?:been )?committed|nicht committet|sin commit|non commité\w*|não commitad\w*|не закоммичен\w*)\b|^(?:still to )?commit (?:the|this|these|it|all|changes)\b|未提交|未コミット`)
	unpushed    = sentence.Pattern(`(?i)\b(?:unpushed|not (?:yet )?(?:been )?pushed|nicht gepusht|sin push|non poussé\w*)\b|^(?:still to )?push (?:the|this|these|it|all|changes)\b|未推送|未プッシュ`)
	committed   = sentence.Pattern(`(?m)^\[.{1,80} [0-9a-f]{7,}\]`)
	dirty       = sentence.Pattern(`(?m)^(?:Changes not staged|Untracked files|Changes to be committed)|^[ MADRCU?]{2} \S|^\s+(?:modified|new file|deleted|renamed):`)
)
