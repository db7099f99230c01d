package compiler

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
)

// A SessionEntry is an entry that a session left in the logs.
type SessionEntry struct {
	ID    string    `json:"id"`
	Path  string    `json:"path"` // of the log
	At    time.Time `json:"at"`
	Title string    `json:"title"`
	Lines int       `json:"lines"`
}

// A SessionsError says that a target of [Compiler.Why] begins the ids of several sessions.
type SessionsError struct {
	Target   string
	Sessions []string
}

func (e *SessionsError) Error() string {
	return fmt.Sprintf("%q begins %d sessions: %s", e.Target, len(e.Sessions), strings.Join(e.Sessions, ", "))
}

func logPath(d daily.Date) string { return "daily/" + d.String() + ".md" }

// session explains what a session left in the logs, by its id or as much of it as tells it from others.
func (e *explainer) session(name string) (Explanation, error) {
	const least = 6
	var ids []string
	of := map[string][]daily.Dated{}
	for _, d := range e.entries {
		if d.Session == "" || len(name) < least || !strings.HasPrefix(strings.ToLower(d.Session), strings.ToLower(name)) {
			continue
		}
		if of[d.Session] == nil {
			ids = append(ids, d.Session)
		}
		of[d.Session] = append(of[d.Session], d)
	}
	if slices.Contains(ids, name) {
		ids = []string{name}
	}
	switch len(ids) {
	case 0:
		return Explanation{}, &NothingError{name}
	case 1:
	default:
		return Explanation{}, &SessionsError{name, ids}
	}
	out := Explanation{Kind: "session", Title: ids[0], Claims: []Claim{}}
	for _, d := range of[ids[0]] {
		out.Entries = append(out.Entries, SessionEntry{d.ID, logPath(d.Date), d.At, d.Title, len(d.Bullets)})
		out.Claims = append(out.Claims, e.lines(d)...)
	}
	return out, nil
}

// logged explains the lines of logs in which the target's words stand. It is asked where no article
// says them.
func (e *explainer) logged(name string) (Explanation, error) {
	out := Explanation{Kind: "log", Title: name}
	want := plain(name)
	for _, d := range e.entries {
		for _, c := range e.lines(d) {
			c.Uncompiled = !e.compiled(d)
			out.take(c, want)
		}
	}
	if len(out.Claims) == 0 {
		return out, &NothingError{name}
	}
	return out, nil
}

// take adds a claim that says what is wanted, the first of many.
func (x *Explanation) take(c Claim, want string) {
	const least, most = 2, 20
	switch {
	case len(want) < least || !says(plain(c.Text), want):
	case len(x.Claims) < most:
		x.Claims = append(x.Claims, c)
	default:
		x.More++
	}
}
