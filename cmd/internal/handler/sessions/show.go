package sessions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/session"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/wording"
	"github.com/agent-admin/memoria/fsutil/pick"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki/holds/list"
)

// Words are what was said in a session, or in the stretch of it that an entry or a line is about.
type Words struct {
	*Session
	Entry string `json:"entry,omitempty"` // the entry that is asked for
	Line  string `json:"line,omitempty"`  // the text of the line that is asked for
	Turns []Turn `json:"words"`           // in the order they were said; none where the archive has none

	Before int `json:"before,omitempty"` // turns of the session that are left out, since they are not around the line
	After  int `json:"after,omitempty"`
}

// A Turn is what one side said.
type Turn struct {
	Role     string    `json:"role"` // person, agent or choice: what a person chose when asked
	At       time.Time `json:"at,omitzero"`
	Text     string    `json:"text"`
	Question string    `json:"question,omitempty"` // of a choice
	Entry    string    `json:"entry,omitempty"`    // that tells of it
	Edited   []string  `json:"edited,omitempty"`   // files that the agent changed
	Steps    int       `json:"steps,omitempty"`    // how often it used a tool
}

// ofNone says where a line stands that no session said, such as one of a note of the person's; nil for other names.
func (h *Handler) ofNone(ctx context.Context, name string) error {
	logs, err := h.Vault.Logs(ctx)
	if err != nil {
		return err
	}
	for _, l := range logs {
		for i := range l.Entries {
			for _, b := range l.Entries[i].Bullets {
				if e := &l.Entries[i]; !session.Left(e) && strings.EqualFold(list.ID(e, b), name) {
					return exit.Hint(fmt.Errorf("the line %s stands in %s, and no session said it", name, h.Vault.Config.Daily.Path(e.Date.String())), exit.Failure,
						"memoria why "+name+" shows it; memoria open "+e.Date.Day().String()+" opens its log")
				}
			}
		}
	}
	return nil
}

// Show returns what was said in a session, named by its id, that of an entry, or the block id of a line, or the
// beginning of one of the first two: all of it, or unless whole, of an entry what it was made of, and of a line what was
// said around it.
func (h *Handler) Show(ctx context.Context, target string, whole bool) (*Words, error) {
	all, err := h.all(ctx)
	if err != nil {
		return nil, err
	}
	w, err := find(all, target)
	if err != nil {
		return nil, cmp.Or(h.ofNone(ctx, target), err)
	}
	err = archive.Archive{Dir: h.Vault.Dir}.Each(w.Agent, w.ID, func(_ string, f *archive.File) error {
		for _, t := range f.Turns {
			if t.Left || t.Text == "" && t.Question == "" && len(t.Steps) == 0 {
				continue
			}
			turn := Turn{Role: t.Role, At: t.At, Text: t.Text, Question: t.Question, Entry: t.Entry, Steps: len(t.Steps)}
			for _, s := range t.Steps {
				if s.Edit && !slices.Contains(turn.Edited, s.Target) {
					turn.Edited = append(turn.Edited, s.Target)
				}
			}
			w.Turns = append(w.Turns, turn)
		}
		return ctx.Err()
	})
	sorting.Stable(w.Turns, func(a, b Turn) int { return a.At.Compare(b.At) })
	if !whole && w.Entry != "" {
		w.narrow()
	}
	return w, err
}

// most is how many turns before the one that says a line are shown, at most: from the prompt that led to it on.
const most = 4

// narrow leaves the words that the entry was made of, and of a line the turn that says it, if one does in its words, with
// what led to it and what came of it.
func (w *Words) narrow() {
	all := w.Turns
	at := -1
	for i := range all {
		if all[i].Entry == w.Entry && w.Line != "" && wording.Says(all[i].Text, w.Line) {
			at = i
		}
	}
	if at < 0 {
		w.Turns = slices.DeleteFunc(all, func(t Turn) bool { return t.Entry != w.Entry })
		return
	}
	from := max(at-1, 0)
	for from > 0 && at-from < most && all[from].Role == "agent" {
		from--
	}
	to := min(at+2, len(all))
	w.Turns, w.Before, w.After = all[from:to], from, len(all)-to
}

// find finds a session by what a person names.
func find(all []*Session, target string) (*Words, error) {
	name := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(target), "[["), "]]")
	day, block, cited := strings.Cut(name, "^")
	day = strings.TrimSuffix(day, "#")
	if !cited {
		block = name
	}
	named := pick.Each(all, func(s *Session) why.Session { return why.Session{Agent: s.Agent, ID: s.ID} })
	is, err := why.FindSession(name, named)
	if err != nil {
		return nil, err
	}
	var found []*Words
	for _, s := range all {
		if s.Agent == is.Agent && s.ID == is.ID {
			found = append(found, &Words{Session: s, Turns: []Turn{}})
			continue
		}
		for i := range s.Entries {
			e := &s.Entries[i]
			if b := lineOf(&e.dated, day, block, cited); b != nil {
				found = append(found, &Words{Session: s, Entry: e.ID, Line: b.Text, Turns: []Turn{}})
			} else if len(name) >= why.LeastID && strings.HasPrefix(e.ID, name) {
				found = append(found, &Words{Session: s, Entry: e.ID, Turns: []Turn{}})
			}
		}
	}
	switch len(found) {
	case 0:
		return nil, exit.Hint(fmt.Errorf("no session, entry or line is called %q", target), exit.Failure, "memoria sessions lists the sessions; memoria why WORDS finds the line that says them")
	case 1:
		return found[0], nil
	}
	like := pick.Each(found, func(w *Words) string { return cmp.Or(w.Entry, w.ID) })
	return nil, exit.Hint(errors.New(say.Count(len(found), "one")+" begin with "+name), exit.Failure, "name more of it: "+strings.Join(like, ", "))
}

// lineOf returns the line of an entry that has a block id, nil if none has.
func lineOf(e *daily.Dated, day, block string, cited bool) *daily.Bullet {
	if cited && day != "" && !e.Date.Is(day) {
		return nil
	}
	for i := range e.Bullets {
		if b := &e.Bullets[i]; b.Block != "" && strings.EqualFold(b.Block, block) {
			return b
		}
	}
	return nil
}
