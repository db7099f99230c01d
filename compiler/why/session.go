package why

import (
	"slices"
	"strings"
)

// LeastID is the least number of characters that identify an entry or a session.
const LeastID = 6

// A Session names one. Two agents may give theirs one id.
type Session struct{ Agent, ID string }

func (s Session) String() string { return s.Agent + ":" + s.ID }

// FindSession returns the session with an id or a prefix of it, with or without its agent and a colon before it; without
// an ID for none. The error is a *SessionsError where several are meant.
func FindSession(name string, all []Session) (Session, error) {
	var exact, begun []Session
	add := func(to *[]Session, s Session) {
		if !slices.Contains(*to, s) {
			*to = append(*to, s)
		}
	}
	for _, s := range all {
		id, _ := strings.CutPrefix(name, s.Agent+":")
		switch {
		case s.ID == name || s.ID == id:
			add(&exact, s)
		case len(id) >= LeastID && strings.HasPrefix(strings.ToLower(s.ID), strings.ToLower(id)):
			add(&begun, s)
		}
	}
	found := exact
	if len(found) == 0 {
		found = begun
	}
	if len(found) == 1 {
		return found[0], nil
	}
	if len(found) == 0 {
		return Session{}, nil
	}
	var ids, full []string
	for _, s := range found {
		ids, full = append(ids, s.ID), append(full, s.String())
	}
	slices.Sort(ids)
	slices.Sort(full)
	if len(slices.Compact(ids)) < len(found) { // an id is not enough
		ids = full
	}
	return Session{}, &SessionsError{Target: name, Sessions: ids}
}
