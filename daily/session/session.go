// Package session counts the sessions that logs tell of: whoever says how many there were asks it.
package session

import (
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/prose"
)

// Left reports whether an entry is what a session left. It is not if a person wrote it or settled something by it, if an agent
// noted it outside of a session, if another entry replaces it, if it replaces prompts that a transcript has, and if it was forgotten.
func Left(e *daily.Dated) bool {
	_, settles := e.Settlement()
	return e.Session != "" && !settles && !e.Hand && !e.Redone && !(e.Unanswered() && len(e.Bullets) == 0) && !e.Gone()
}

// Continued returns the ids of the entries that go on with a session of which the logs have an earlier one.
func Continued(logs []*daily.Log) map[string]bool {
	begun, out := map[[2]string]*daily.Dated{}, map[string]bool{}
	for _, l := range logs {
		for i := range l.Entries {
			e := &l.Entries[i]
			of := [2]string{e.Agent, e.Session}
			if first := begun[of]; Left(e) && (first == nil || e.At.Before(first.At)) {
				begun[of], e = e, first
			}
			if e != nil && Left(e) {
				out[e.ID] = true
			}
		}
	}
	return out
}

// Count counts the sessions of entries, one with several of them once.
func Count(entries []*daily.Dated) int {
	seen := map[[2]string]bool{}
	for _, e := range entries {
		if Left(e) {
			seen[[2]string{e.Agent, e.Session}] = true
		}
	}
	return len(seen)
}

// Said says how many sessions entries are of, or how many entries there are where none is of a session.
func Said(entries []*daily.Dated) string {
	if n := Count(entries); n > 0 {
		return prose.Count(n, "session")
	}
	return prose.Count(len(entries), "entry")
}

// Once returns entries without those that go on with the session of one before them.
func Once(entries []*daily.Dated) (out []*daily.Dated) {
	seen := map[[2]string]bool{}
	for _, e := range entries {
		of := [2]string{e.Agent, e.Session}
		if !Left(e) || !seen[of] {
			out = append(out, e)
		}
		seen[of] = true
	}
	return out
}
