// Package filter decides what of a session may be kept: it finds the project of a turn, reports whether the
// settings withhold the turn, and takes out of its words what must not be stored.
package filter

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/project"
	"github.com/agent-admin/memoria/flush/transcript"
)

// Rules are what the settings of a vault say. The zero value keeps everything.
type Rules struct {
	Clean   func(string) string        // takes secrets and private words out; nil keeps all
	Session func() func(string) string // returns Clean for the texts of one session, which knows a secret of one text in the next; nil does not
	Keep    func()                     // writes down what is known of the secrets that were taken out; nil does not
	Hidden  func(path string) bool     // paths whose mention is withheld; nil hides none

	// Excluded returns why nothing said in a folder is taken, "" where it is; nil takes all. places are the
	// folder and the root of its project.
	Excluded func(places ...string) (reason string)
	// Version identifies the settings behind Hidden and Excluded: what they withheld of a transcript is
	// examined again once they change. "" where they are not known.
	Version  string
	Projects *project.Book // nil: the spelling of folders decides
}

// A Follower follows the turns of a session through its projects and reports which must not be kept.
type Follower struct {
	project.Place // of the turn that was followed last
	rules         *Rules
	known         map[[2]string]string // reasons: a session has many turns and few folders
}

// Follow returns a Follower for turns that follow one said in from.
func (r *Rules) Follow(from project.Place) *Follower {
	return &Follower{Place: from, rules: r, known: map[[2]string]string{}}
}

// Next goes on to t and returns why it must not be kept, or "".
func (f *Follower) Next(t *transcript.Turn) (reason string) {
	f.Place.Follow(f.rules.Projects, t)
	where := [2]string{project.Dir(t.CWD), f.Root}
	reason, ok := f.known[where]
	if !ok {
		reason = f.rules.refusal(where[0], where[1])
		f.known[where] = reason
	}
	return reason
}

// refusal returns why nothing said in dir, of the project rooted at root, is kept, or "".
func (r *Rules) refusal(dir, root string) string {
	if r.Hidden != nil && dir != "" && (r.Hidden(dir) || r.Hidden(dir+"/x")) { // any file in it
		return "its folder is withheld by redact.paths"
	}
	switch {
	case r.Excluded == nil:
		return ""
	case dir == "" && root == "":
		return "nothing tells its folder, and the settings leave out some"
	case dir == "" || dir == root:
		return r.Excluded(root)
	case root == "":
		return r.Excluded(dir)
	}
	return r.Excluded(dir, root)
}

// Withheld returns why nothing said in a folder is kept, nor shown to who works there, or "".
func (r *Rules) Withheld(dir string) (reason string) {
	return r.Follow(project.Place{}).Next(&transcript.Turn{CWD: dir})
}

// PlaceOf returns the place of a folder that a session was started in.
func (r *Rules) PlaceOf(dir string) (p project.Place) {
	p.Enter(r.Projects, dir, "", "")
	return p
}

// Redact takes out of s what must not be stored or sent.
func (r *Rules) Redact(s string) string {
	if r.Clean == nil {
		return s
	}
	return r.Clean(s)
}

// RedactTurns takes out of turns of one session what must not be stored or sent, and each secret wherever it stands again. known are
// other turns of it, and earlier, if not nil, calls a function with those before them: what is a secret there is one in turns, too.
// It returns a function that takes these secrets out of a text.
func (r *Rules) RedactTurns(turns, known []*transcript.Turn, earlier func(func(*transcript.Turn))) (again func(string) string) {
	one := *r
	if r.Session != nil {
		one.Clean = r.Session()
	}
	if earlier != nil {
		earlier(one.RedactTurn)
	}
	if len(turns) > 0 {
		for _, t := range known {
			one.Hear(t)
		}
	}
	for range 2 { // what a later one calls a secret
		for _, t := range turns {
			one.RedactTurn(t)
		}
	}
	return one.Redact
}

// Hear finds the secrets in t, and leaves it as it is.
func (r *Rules) Hear(t *transcript.Turn) {
	was := *t
	was.Steps = slices.Clone(was.Steps)
	r.RedactTurn(&was)
}

// Kept writes down what is known of secrets. That it cannot be written is no reason to keep nothing else.
func (r *Rules) Kept() {
	if r.Keep != nil {
		r.Keep()
	}
}

// RedactTurn takes out of t what must not be stored or sent.
func (r *Rules) RedactTurn(t *transcript.Turn) {
	t.Text, t.Question = r.Redact(t.Text), r.Redact(t.Question)
	dir := project.Dir(t.CWD)
	kept := t.Steps[:0]
	for _, s := range t.Steps {
		if s.File && r.hides(dir, s.Target) {
			continue
		}
		s.Target, s.Error, s.Outcome = r.Redact(s.Target), r.Redact(s.Error), r.Redact(r.shown(dir, s.Target, s.Outcome))
		kept = append(kept, s)
	}
	t.Steps = kept
}

// hides reports whether the mention of a path in a folder is withheld.
func (r *Rules) hides(dir, name string) bool {
	return r.Hidden != nil && (r.Hidden(name) || r.Hidden(path.Join(dir, name)))
}

// shown returns the outcome of a command without the lines that name a path whose mention is withheld, all of it if the
// command names one.
func (r *Rules) shown(dir, command, outcome string) string {
	if r.Hidden == nil || outcome == "" {
		return outcome
	}
	names := func(line string) bool {
		return slices.ContainsFunc(strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(" \t'\"`:,;()=<>|", c) }), func(w string) bool { return r.hides(dir, w) })
	}
	if names(command) || r.hides(dir, command) {
		return ""
	}
	lines := slices.DeleteFunc(strings.Split(outcome, "\n"), names)
	return strings.Join(lines, "\n")
}

// RedactSummary redacts the summary that an author made: it lacks markup that may have hidden a secret in
// the turns.
func (r *Rules) RedactSummary(sum *daily.Summary) {
	*sum = sum.Cleaned(r.Redact)
}
