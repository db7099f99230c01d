package status

import (
	"fmt"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/queue"
)

// An Unfound is a session that hooks reported and whose transcript was not found yet.
type Unfound struct {
	Session string    `json:"session"`
	Project string    `json:"project,omitempty"`
	Reason  string    `json:"reason"`
	Until   time.Time `json:"left_out_at,omitzero"` // a scan from then on looks no more; zero while it waits in the queue
}

// unfoundOf lists the unfound among records, over which jobs were laid.
func unfoundOf(records []ledger.Record, jobs []queue.Job, t Uncaptured) []Unfound {
	named, queued := map[string]string{}, map[string]bool{}
	for _, j := range jobs {
		named[j.Session] = j.Transcript
		queued[j.Session] = queued[j.Session] || j.State != queue.Dead
	}
	out := []Unfound{}
	for _, r := range records {
		if r.State != ledger.Pending || len(r.Files) > 0 || t.Sessions[r.Session] || workspace.IsFile(named[r.Session]) {
			continue
		}
		u := Unfound{Session: r.Session, Project: r.Project, Reason: r.Reason}
		if !queued[r.Session] && r.Turns == 0 {
			u.Until = r.Last.Add(workspace.UnfoundLimit)
		}
		out = append(out, u)
	}
	return out
}

// Tell returns what will happen to it.
func (u Unfound) Tell(now time.Time) string {
	s := "no transcript of it yet"
	if u.Project != "" {
		s = u.Project + ": " + s
	}
	switch {
	case u.Until.IsZero():
		return s + "; " + u.Reason
	case u.Until.After(now):
		return fmt.Sprintf("%s; each scan looks for it, and leaves it out from %s on", s, say.Moment(u.Until, now))
	}
	return s + "; the next scan leaves it out"
}

// awaited says until when the transcripts of all sessions that are pending are looked for, if that is
// all that is pending.
func (st *Report) awaited() (until time.Time, ok bool) {
	for _, u := range st.Unfound {
		if u.Until.IsZero() {
			return until, false
		}
		if u.Until.After(until) {
			until = u.Until
		}
	}
	return until, len(st.Unfound) > 0 && len(st.Unfound) == st.Sessions.Pending
}
