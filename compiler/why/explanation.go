package why

import (
	"fmt"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/prose"
)

// An Explanation leads from a target back to the sessions it came from.
type Explanation struct {
	Kind   string   `json:"kind"` // article, line, entry, session, day, words (in articles) or log (words only in the logs)
	Path   string   `json:"path,omitempty"`
	Title  string   `json:"title"`
	Claims []Claim  `json:"claims"`
	By     string   `json:"by,omitempty"`     // article only: the author that wrote it, "extractive/7"; "" if it is unknown
	Edited []string `json:"edited,omitempty"` // article only: the models that edited it
	More   int      `json:"more,omitempty"`   // words and log only: number of further claims that are left out

	Entries []SessionEntry `json:"entries,omitempty"` // session only
}

// A SessionEntry is an entry that a session left in the logs.
type SessionEntry struct {
	ID    string    `json:"id"`
	Path  string    `json:"path"` // of the log
	At    time.Time `json:"at"`
	Title string    `json:"title"`
	Lines int       `json:"lines"`
}

// A Claim is one statement of the wiki or of a log.
type Claim struct {
	Text    string   `json:"text"`
	Page    string   `json:"page,omitempty"`  // the article it stands in, or the log
	Sources []Source `json:"sources"`         // none for a person's own words
	Cited   []string `json:"cited,omitempty"` // of a line of a log: the articles that cite it

	Uncompiled bool `json:"uncompiled,omitempty"` // log only: no compile has seen the line as it is
}

// A Source is a line of a log and the session it was said in.
type Source struct {
	Cite    string     `json:"cite"` // 2026-11-27#^k3f9a2c
	Date    daily.Date `json:"date"`
	Missing bool       `json:"missing,omitempty"` // the log no longer has such a line; what follows is empty
	Line    string     `json:"line,omitempty"`
	Kind    string     `json:"kind,omitempty"` // decision, lesson, …
	Entry   string     `json:"entry,omitempty"`
	Title   string     `json:"title,omitempty"` // of the entry
	Hand    bool       `json:"hand,omitempty"`  // written by hand: there is no session
	Agent   string     `json:"agent,omitempty"`
	Session string     `json:"session,omitempty"`
	Project string     `json:"project,omitempty"`
	Branch  string     `json:"branch,omitempty"`
	At      time.Time  `json:"at,omitzero"`
	From    string     `json:"from,omitempty"` // first and last row of the transcript
	To      string     `json:"to,omitempty"`
	By      string     `json:"by,omitempty"`
}

// A NothingError says that a target of [Explainer.Explain] matches nothing in the vault.
type NothingError struct {
	Target string
	In     []string // lines that have it among other words
}

func (e *NothingError) Error() string {
	if n := len(e.In); n > 0 {
		return fmt.Sprintf("%q is no article, line, entry, session or day of this vault; %s among other words: %s", e.Target,
			prose.Count(n, "line")+map[bool]string{true: " has it", false: " have it"}[n == 1], strings.Join(e.In[:min(n, 5)], ", "))
	}
	return fmt.Sprintf("%q is no article, line, entry, session or day of this vault, and neither an article nor a log says it", e.Target)
}

// A SessionsError says that the ids of several sessions begin with a target of [Explainer.Explain].
type SessionsError struct {
	Target   string
	Sessions []string
}

func (e *SessionsError) Error() string {
	return fmt.Sprintf("%q begins %d sessions: %s", e.Target, len(e.Sessions), strings.Join(e.Sessions, ", "))
}
