// Package filter decides what of a session may be kept: it finds the project of a turn, reports whether the
// settings withhold the turn, and takes out of its words what must not be stored.
package filter

import (
	"path"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/transcript"
)

// Rules are what the settings of a vault say. The zero value keeps everything.
type Rules struct {
	Clean  func(string) string    // takes secrets and private words out; nil keeps all
	Hidden func(path string) bool // paths whose mention is withheld; nil hides none

	// Excluded returns why nothing said in a folder is taken, "" where it is; nil takes all. places are the
	// folder and the root of its project.
	Excluded func(places ...string) (reason string)
	// Version identifies the settings behind Hidden and Excluded: what they withheld of a transcript is
	// examined again once they change. "" where they are not known.
	Version string
	// Repository returns the folder of the repository that dir lies in, the same for all its worktrees; if
	// it is nil or returns false, the spelling of dir decides.
	Repository func(dir string) (root string, ok bool)
}

// A Follower follows the turns of a session through its projects and reports which must not be kept.
type Follower struct {
	Place // of the turn that was followed last
	rules *Rules
	known map[[2]string]string // reasons: a session has many turns and few folders
}

// Follow returns a Follower for turns that follow one said in from.
func (r *Rules) Follow(from Place) *Follower {
	return &Follower{Place: from, rules: r, known: map[[2]string]string{}}
}

// Next goes on to t and returns why it must not be kept, or "".
func (f *Follower) Next(t *transcript.Turn) (reason string) {
	f.Enter(t.CWD, f.rules.Repository)
	where := [2]string{Dir(t.CWD), f.Root}
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
	case r.Excluded == nil || dir == "" && root == "":
		return ""
	case dir == "" || dir == root:
		return r.Excluded(root)
	case root == "":
		return r.Excluded(dir)
	}
	return r.Excluded(dir, root)
}

// Withheld returns why nothing said in a folder is kept, nor shown to who works there, or "".
func (r *Rules) Withheld(dir string) (reason string) {
	return r.Follow(Place{}).Next(&transcript.Turn{CWD: dir})
}

// ProjectOf returns the name of the project of a folder that a session was started in.
func (r *Rules) ProjectOf(dir string) string {
	var p Place
	p.Enter(dir, r.Repository)
	return p.Name
}

// Redact takes out of s what must not be stored or sent.
func (r *Rules) Redact(s string) string {
	if r.Clean == nil {
		return s
	}
	return r.Clean(s)
}

// RedactTurn takes out of t what must not be stored or sent.
func (r *Rules) RedactTurn(t *transcript.Turn) {
	t.Text, t.Question = r.Redact(t.Text), r.Redact(t.Question)
	kept := t.Steps[:0]
	for _, s := range t.Steps {
		if r.Hidden != nil && s.File && (r.Hidden(s.Target) || r.Hidden(path.Join(Dir(t.CWD), s.Target))) {
			continue
		}
		s.Target, s.Error = r.Redact(s.Target), r.Redact(s.Error)
		kept = append(kept, s)
	}
	t.Steps = kept
}

// RedactSummary redacts the summary that an author made: it lacks markup that may have hidden a secret in
// the turns.
func (r *Rules) RedactSummary(sum *daily.Summary) {
	sum.Title, sum.Context = r.Redact(sum.Title), r.Redact(sum.Context)
	for i := range sum.Bullets {
		sum.Bullets[i].Text = r.Redact(sum.Bullets[i].Text)
	}
}
