package main

import (
	"cmp"
	"slices"
	"time"

	"github.com/agent-admin/memoria/flush"
)

// skipsShown is how many skipped sessions of one reason are named.
const skipsShown = 3

// tellSkipped prints the sessions that were skipped: each with its reason, or where many have the
// same, their number and the newest.
func (a *app) tellSkipped(all []flush.Record) {
	var reasons []string
	by := map[string][]flush.Record{}
	for _, r := range all {
		if r.State != flush.Skipped || r.Copy {
			continue
		}
		if by[r.Reason] == nil {
			reasons = append(reasons, r.Reason)
		}
		by[r.Reason] = append(by[r.Reason], r)
	}
	shortened := false
	for _, reason := range reasons {
		rs := by[reason]
		if len(rs) > skipsShown {
			shortened = true
			a.ui.Print("skipped   %s  %s; the newest %s", count(len(rs), "session"), printable(reason), printable(a.placed(newest(rs))))
			continue
		}
		for _, r := range rs {
			a.ui.Print("skipped   %s  %s", printable(r.Session), printable(reason))
		}
	}
	if shortened {
		a.ui.Print("          memoria status --json names all that were skipped")
	}
}

func newest(records []flush.Record) flush.Record {
	return slices.MaxFunc(records, func(a, b flush.Record) int {
		return cmp.Or(a.Last.Compare(b.Last), cmp.Compare(b.Session, a.Session))
	})
}

// placed names a session with what is known of its day and project.
func (a *app) placed(r flush.Record) string {
	s := r.Session
	if !r.Last.IsZero() {
		s += " of " + r.Last.In(a.Now().Location()).Format(time.DateOnly)
	}
	if r.Project != "" {
		s += " in " + r.Project
	}
	return s
}
