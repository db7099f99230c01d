package sync

import (
	"time"

	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault/accept"
)

// Options say what a run does.
type Options struct {
	Auto   bool // nobody asked for it: it waits for the next time that is due, and gives way to others
	Soon   bool // with Auto: there is something to send, so only failures are waited for
	Now    bool // compile also what waits for its interval
	Full   bool // read every file anew, and compile
	Pull   bool // send nothing
	Push   bool // take nothing
	Branch bool // send the logs on a branch of this machine, for review
	Adopt  bool // join a branch of another past, or with Full one that was rewritten
}

// A Report says what a run did: the output of memoria sync --json.
type Report struct {
	Git       bool          `json:"git"`             // else a file sync carries the vault
	Local     bool          `json:"local"`           // there is no remote: nothing goes out or comes in
	Trunk     string        `json:"trunk,omitempty"` // the remote and its branch
	Committed []string      `json:"committed"`
	Received  []string      `json:"received"`          // files that what came in changed
	Compiled  bool          `json:"compiled"`          // what came in, into the articles
	Pushed    bool          `json:"pushed"`            // to the trunk
	Offered   string        `json:"offered,omitempty"` // the branch that the logs were sent on
	Derived   bool          `json:"derived,omitempty"` // the server takes no push, and what waits is made of logs that it has
	Waiting   int           `json:"waiting"`           // commits that are not on the trunk
	Conflicts []string      `json:"conflicts"`         // files that a person has to merge
	Held      []string      `json:"held"`              // files of ours with conflict marks
	Loose     []string      `json:"loose,omitempty"`   // pages of the person that are in no commit as they are
	Strange   []string      `json:"strange,omitempty"` // what was not taken as it came, in words
	Waits     []accept.Wait `json:"waits,omitempty"`   // settings and templates of other machines that the person has not accepted
	Paused    string        `json:"paused,omitempty"`  // the class of the failure
	Why       string        `json:"why,omitempty"`     // in words
	Next      time.Time     `json:"next,omitzero"`     // when it is tried again, if it failed
	Machine   string        `json:"machine,omitempty"` // this one
	NotDue    bool          `json:"not_due,omitempty"` // nothing was done yet
}

// full has lists where there is nothing.
func (r *Report) full() *Report {
	r.Committed, r.Received, r.Conflicts, r.Held = say.List(r.Committed), say.List(r.Received), say.List(r.Conflicts), say.List(r.Held)
	return r
}
