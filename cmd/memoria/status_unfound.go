package main

import (
	"fmt"
	"os"
	"time"

	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/queue"
)

// unfound is a session that hooks told of and whose transcript nobody has found yet.
type unfound struct {
	Session string    `json:"session"`
	Project string    `json:"project,omitempty"`
	Reason  string    `json:"reason"`
	Until   time.Time `json:"left_out_at,omitzero"` // a scan from then on looks no more; zero while it waits in the queue
}

// unfoundOf lists the unfound among records, over which jobs were laid.
func unfoundOf(records []flush.Record, jobs []queue.Job, t uncaptured) []unfound {
	named, queued := map[string]string{}, map[string]bool{}
	for _, j := range jobs {
		named[j.Session] = j.Transcript
		queued[j.Session] = queued[j.Session] || j.State != queue.Dead
	}
	out := []unfound{}
	for _, r := range records {
		if r.State != flush.Pending || len(r.Files) > 0 || t.Sessions[r.Session] || isFile(named[r.Session]) {
			continue
		}
		u := unfound{Session: r.Session, Project: r.Project, Reason: r.Reason}
		if !queued[r.Session] && r.Turns == 0 {
			u.Until = r.Last.Add(unfoundLimit)
		}
		out = append(out, u)
	}
	return out
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// tell says what becomes of it.
func (u unfound) tell(a *app) string {
	s := "no transcript of it yet"
	if u.Project != "" {
		s = u.Project + ": " + s
	}
	switch {
	case u.Until.IsZero():
		return s + "; " + u.Reason
	case u.Until.After(a.Now()):
		return fmt.Sprintf("%s; each scan looks for it, and leaves it out from %s on", s, a.moment(u.Until))
	}
	return s + "; the next scan leaves it out"
}

// moment is a time of today's, else with its day.
func (a *app) moment(t time.Time) string {
	now := a.Now()
	t = t.In(now.Location())
	if t.Format(time.DateOnly) == now.Format(time.DateOnly) {
		return t.Format("15:04")
	}
	return t.Format("2006-01-02 15:04")
}

// awaited says until when the transcripts of all sessions that are pending are looked for, if that is
// all that is pending.
func (st status) awaited() (until time.Time, ok bool) {
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
