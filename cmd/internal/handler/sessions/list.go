// Package sessions lists the sessions that a vault knows, each with the line that goes on with it, and shows what was
// said in one.
package sessions

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/daily/session"
	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/pick"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/holds"
)

// A Handler knows the sessions of one vault.
type Handler struct {
	Vault *workspace.Vault // required
	Dir   string           // where it is asked: of other projects of the name of this one nothing is told
}

// Asked says which sessions are listed.
type Asked struct {
	Project string    // only of this one, by its name; "." is that of Dir; "" is all
	Agent   string    // only of this one; "" is all
	Words   []string  // that its titles and lines contain, whatever the case
	Since   time.Time // with words from then on
	Until   time.Time // and with words before; zero is no end
	All     bool      // those without an entry, too
	Limit   int       // 0 is no limit
}

// A List is the answer of memoria sessions.
type List struct {
	Sessions []*Session `json:"sessions"` // the last first
	Total    int        `json:"total"`    // without the limit
	Without  []string   `json:"without,omitempty"`
	Agents   []string   `json:"agents,omitempty"` // of the sessions that there are, where none is of the agent asked for
}

// A Session is one of an agent.
type Session struct {
	Agent   string    `json:"agent"`
	ID      string    `json:"session"`
	Title   string    `json:"title,omitempty"` // that a person gave it, else of its last entry
	Project string    `json:"project,omitempty"`
	Branch  string    `json:"branch,omitempty"`
	Folder  string    `json:"folder,omitempty"`
	First   time.Time `json:"first,omitzero"`
	Last    time.Time `json:"last,omitzero"`
	Turns   int       `json:"turns,omitempty"` // as far as this machine has read it
	State   string    `json:"state"`           // flushed, pending, skipped or dead
	Reason  string    `json:"reason,omitempty"`
	Machine string    `json:"machine,omitempty"` // in a shared vault
	Who     string    `json:"who,omitempty"`
	Entries []Entry   `json:"entries"`
	Short   string    `json:"-"`                     // the beginning of the id that names it, of eight characters or more
	Resume  string    `json:"resume,omitempty"`      // the line of a shell that goes on with it, where its transcript and its folder are here
	Gone    bool      `json:"folder_gone,omitempty"` // its transcript is here, and Folder is not
}

// An Entry is what a session left in a log.
type Entry struct {
	ID    string    `json:"id"`
	Path  string    `json:"path"`
	At    time.Time `json:"at"`
	Title string    `json:"title"`
	Lines int       `json:"lines"`

	Continued bool `json:"continued,omitempty"` // an earlier one of the session is in a log, of that day or of one before

	dated daily.Dated
}

// List returns the sessions that are asked for.
func (h *Handler) List(ctx context.Context, o Asked) (*List, error) {
	project, without, err := h.Vault.AskedIn(o.Project, h.Dir)
	if err != nil {
		return nil, err
	}
	all, err := h.all(ctx)
	if err != nil {
		return nil, err
	}
	same := func(p string) func(string) bool {
		return func(q string) bool { return wiki.ProjectKey(p) == wiki.ProjectKey(q) }
	}
	out := &List{Sessions: []*Session{}}
	if !slices.ContainsFunc(all, func(s *Session) bool { return o.Agent == "" || s.Agent == o.Agent }) {
		for _, s := range all {
			out.Agents = append(out.Agents, s.Agent)
		}
		slices.Sort(out.Agents)
		out.Agents = slices.Compact(out.Agents)
	}
	for _, s := range all {
		switch {
		case len(s.Entries) == 0 && !o.All, project != "" && !same(project)(s.Project), o.Agent != "" && s.Agent != o.Agent,
			s.Last.Before(o.Since), !o.Until.IsZero() && !s.First.Before(o.Until), !s.says(o.Words):
			continue
		case slices.ContainsFunc(without, same(s.Project)):
			if !slices.Contains(out.Without, s.Project) {
				out.Without = append(out.Without, s.Project)
			}
			continue
		}
		out.Sessions = append(out.Sessions, s)
	}
	out.Total = len(out.Sessions)
	if o.Limit > 0 && out.Total > o.Limit {
		out.Sessions = out.Sessions[:o.Limit]
	}
	return out, nil
}

// says reports whether each word is in a title or a line of the session.
func (s *Session) says(words []string) bool {
	if len(words) == 0 {
		return true
	}
	text := s.Title + "\n" + s.Branch
	for _, e := range s.Entries {
		text += "\n" + e.Title + "\n" + e.dated.Context
		for _, b := range e.dated.Bullets {
			text += "\n" + b.Text
		}
	}
	text = wiki.Fold(text)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, wiki.Fold(w)) })
}

// all returns every session of the logs and of the ledger, the last first.
func (h *Handler) all(ctx context.Context) ([]*Session, error) {
	v := h.Vault
	logs, err := v.Logs(ctx)
	if err != nil {
		return nil, err
	}
	records, _, err := v.Ledger().All(v.Now())
	if err != nil {
		return nil, err
	}
	by := map[[2]string]*Session{}
	var out []*Session
	at := func(agent, id string) *Session {
		key := [2]string{agent, id}
		if by[key] == nil {
			by[key] = &Session{Agent: agent, ID: id, State: string(ledger.Flushed), Entries: []Entry{}}
			out = append(out, by[key])
		}
		return by[key]
	}
	reader := v.Reader()
	for _, l := range logs {
		for i := range l.Entries {
			e := &l.Entries[i]
			if session.Left(e) {
				at(e.Agent, e.Session).wrote(h.Vault.Config.Daily, e, reader)
			}
		}
	}
	name, err := v.Name()
	if err != nil {
		return nil, err
	}
	for i := range records {
		if r := &records[i]; !r.Copy {
			s := at(r.Agent, r.Session)
			s.Project = cmp.Or(s.Project, name(&daily.Entry{Project: r.Project, Repo: r.Repo}))
			s.seen(r, v.Machine)
		}
	}
	for _, s := range out {
		sorting.Stable(s.Entries, func(a, b Entry) int { return a.At.Compare(b.At) })
		for i := range s.Entries {
			s.Entries[i].Continued = i > 0
		}
		if n := len(s.Entries); n > 0 {
			s.Title = cmp.Or(s.Title, s.Entries[n-1].Title)
		}
	}
	gone, err := forgotten.Read(v.Dir)
	if err != nil {
		return nil, err
	}
	ids := pick.Each(out, func(s *Session) string { return s.ID })
	short := entry.Short(ids)
	out = slices.DeleteFunc(out, func(s *Session) bool {
		s.Short = short(s.ID)
		return len(s.Entries) == 0 && (s.State == string(ledger.Flushed) || s.State == string(ledger.Skipped)) && gone.Touches(rowkey.OfSession(s.Agent, s.ID))
	})
	sorting.Stable(out, func(a, b *Session) int { return cmp.Or(b.Last.Compare(a.Last), cmp.Compare(a.ID, b.ID)) })
	return out, nil
}

// wrote adds an entry of the session.
func (s *Session) wrote(logs layout.Daily, e *daily.Dated, reader *holds.Reader) {
	s.Entries = append(s.Entries, Entry{ID: e.ID, Path: logs.Path(e.Date.String()), At: e.At, Title: e.Title, Lines: len(e.Bullets), dated: *e})
	if first := e.At; s.First.IsZero() || first.Before(s.First) {
		s.First = first
	}
	if !e.At.Before(s.Last) {
		s.Last, s.Project, s.Branch = e.At, e.Project, e.Branch
	}
	s.Machine, s.Who = e.Machine, reader.Calls(e.Said)
}

// seen adds what this machine knows of the session. Its agent goes on only with what lies among its own transcripts.
func (s *Session) seen(r *ledger.Record, m *workspace.Machine) {
	s.Title, s.Turns, s.State, s.Reason = r.Title, r.Turns, string(r.State), r.Reason
	if !r.First.IsZero() && (s.First.IsZero() || r.First.Before(s.First)) {
		s.First = r.First
	}
	if r.Last.After(s.Last) {
		s.Last = r.Last
	}
	s.Folder = folderOf(r)
	i := slices.IndexFunc(agents.All, func(a agents.Agent) bool { return a.Name == r.Agent })
	there := func(f ledger.File) bool {
		_, err := os.Stat(f.Path)
		return err == nil && workspace.Below(f.Path, agents.All[i].Root(m.Getenv, m.Home))
	}
	if i < 0 || !slices.ContainsFunc(r.Files, there) {
		return
	}
	if _, err := os.Stat(s.Folder); s.Folder != "" && errors.Is(err, fs.ErrNotExist) {
		s.Gone = true
		return
	}
	s.Resume = agents.All[i].Resume(s.ID, s.Folder)
}

// folderOf returns the folder in which a session is taken up again. Claude Code names the folder of its transcript after
// it; of others it is where they worked last.
func folderOf(r *ledger.Record) string {
	for _, f := range slices.Backward(r.Files) {
		if f.Cursor == nil || f.Cursor.Dir == "" {
			continue
		}
		if r.Agent != transcript.Claude {
			return f.Cursor.Dir
		}
		named := filepath.Base(filepath.Dir(f.Path))
		for dir := f.Cursor.Dir; ; dir = filepath.Dir(dir) {
			if dashed(dir) == named {
				return dir
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return workspace.FolderOf(r)
}

// dashed returns a path as Claude Code names a folder after it.
func dashed(dir string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 && (r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') {
			return r
		}
		return '-'
	}, dir)
}
