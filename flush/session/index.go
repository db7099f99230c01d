package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/project"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/segment"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/own"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Session is one agent session as its transcripts show it, whichever files hold them.
type Session struct {
	Agent   string
	ID      string // the client's session id, else the transcript's file name
	Project string // of its latest prompt
	Repo    string // id of that's repository
	Stretch
	Sources []transcript.Source // the files that hold its rows
	Turns   int                 // turns that are its own
	Chars   int                 // bytes of words in all its turns
	Pauses  int                 // long ones before a prompt, where it is cut
	Shared  int                 // turns that another session owns
	Sub     int                 // turns said inside subagents; nobody's words, so not counted
	Own     bool                // a call that memoria itself made to a model

	copied  bool    // all its turns are copies in forks, since it has no transcript of its own
	worked  Stretch // of its subagents
	damaged []ledger.Damage
	ids     []rowkey.Key              // of its turns, by their first rows
	more    []rowkey.Key              // further rows of them
	former  map[rowkey.Key]rowkey.Key // what earlier versions called those of ids that have other names now
}

// A Copy is a session that owns none of its turns: a fork or a resumed copy without turns of its own.
type Copy struct{ Session, Of string }

// An Unread is a file that could not be read as a transcript.
type Unread struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// An Index lists the sessions that a set of transcripts holds.
type Index struct {
	Sessions []*Session // by first turn, then id
	Copies   []Copy
	Unread   []Unread
	Damaged  []ledger.Damage // lines that were not whole JSON
	Unknown  map[string]int  // row kinds this version does not know
	Odd      []string        // paths of files with rows of these

	owner  map[rowkey.Key]*Session    // of turns that more than one session holds
	former map[rowkey.Key]rowkey.Key  // turns that an earlier version captured under another name, and that name
	Mixed  map[string]bool            // files that hold more than one session, by path
	Rows   map[rowkey.Key]rowkey.Mark // of those that are captured
	book   *project.Book
}

// Options are what NewIndex needs besides the transcripts; each may be missing.
type Options struct {
	Projects *project.Book // a Flusher's Projects
	Progress func(done, total int)
	Heard    func(*transcript.Turn)       // is called with each turn
	Rows     *Rows                        // what is captured
	Known    map[rowkey.Key]ledger.Record // by session
}

// NewIndex reads sources to find the sessions in them. A source that cannot be read, or is not a transcript,
// is listed in Unread; only ctx ends it early.
func NewIndex(ctx context.Context, sources []transcript.Source, in Options) (*Index, error) {
	x := &Index{Unknown: map[string]int{}, owner: map[rowkey.Key]*Session{}, Mixed: map[string]bool{}, book: in.Projects}
	found, copied := map[rowkey.Key]*Session{}, map[rowkey.Key]*Session{}
	for i, src := range sources {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if in.Progress != nil {
			in.Progress(i, len(sources))
		}
		if err := x.read(ctx, src, found, copied, in.Heard); ctx.Err() != nil {
			return nil, ctx.Err()
		} else if err != nil {
			x.Unread = append(x.Unread, Unread{src.Path, err.Error()})
		}
	}
	adopt(found, copied)
	return x, x.settle(found, in)
}

// read adds the turns of one file to their sessions, those that it has as a fork of them to copied.
func (x *Index) read(ctx context.Context, src transcript.Source, found, copied map[rowkey.Key]*Session, heard func(*transcript.Turn)) error {
	v, err := Open(src, nil)
	if err != nil {
		return err
	}
	defer v.Close()
	src = v.Source
	places := map[*Session]*project.Place{}
	at := func(found map[rowkey.Key]*Session, id string) *Session {
		id = cmp.Or(id, src.Stem())
		key := rowkey.OfSession(src.Agent, id)
		s := found[key]
		if s == nil {
			s = &Session{Agent: src.Agent, ID: id}
			found[key] = s
		}
		if places[s] == nil {
			places[s] = &project.Place{}
			s.Sources = append(s.Sources, src)
		}
		return s
	}
	err = v.Each(ctx, false, func(t *transcript.Turn) {
		all := found
		if t.Copied && !t.Subagent {
			all = copied
		}
		s := at(all, t.Session)
		s.Own = s.Own || s.Turns == 0 && own.Folder(t.CWD)
		s.see(t, places[s], x.book)
		if heard != nil {
			heard(t)
		}
	})
	if err != nil {
		return err
	}
	st := v.Stats
	if Known(st) == 0 {
		return NotTranscript(src)
	}
	for k, n := range st.Unknown {
		x.Unknown[k] += n
	}
	if len(st.Unknown) > 0 {
		x.Odd = append(x.Odd, src.Path)
	}
	s := at(found, st.Session)
	if st.Damaged > 0 {
		x.Damaged = append(x.Damaged, ledger.Damage{Path: src.Path, Lines: st.Damaged})
		s.damaged = append(s.damaged, x.Damaged[len(x.Damaged)-1])
	}
	s.Own = s.Own || st.Own
	x.Mixed[src.Path] = len(places) > 1
	return nil
}

// Known counts the rows of kinds that this package knows.
func Known(st transcript.Stats) int {
	n := st.Rows
	for _, k := range st.Unknown {
		n -= k
	}
	return n
}

// NotTranscript returns the error for a file none of whose lines is a row.
func NotTranscript(src transcript.Source) error {
	if src.Size == 0 {
		return fmt.Errorf("the file is empty")
	}
	return errors.New("no line of it is a row of a transcript of an agent that memoria reads")
}

// see adds one turn to s.
func (s *Session) see(t *transcript.Turn, where *project.Place, book *project.Book) {
	if t.Subagent {
		s.Sub++
		s.worked.Add(t)
		return
	}
	s.ids = append(s.ids, rowkey.Of(t.ID))
	if t.Former != "" {
		if s.former == nil {
			s.former = map[rowkey.Key]rowkey.Key{}
		}
		s.former[rowkey.Of(t.ID)] = rowkey.Of(t.Former)
	}
	for i := 1; i < len(t.Rows); i++ {
		s.more = append(s.more, rowkey.Of(t.Rows[i].ID))
	}
	s.Chars += len(t.Text)
	if where.Follow(book, t); where.Name != "" && (t.Role == transcript.Person || s.Project == "") {
		s.Project, s.Repo = where.Name, where.Repo
	}
	if t.Role == transcript.Person && !s.Last.IsZero() && t.Began().Sub(s.Last) >= segment.LongPause {
		s.Pauses++
	}
	s.Add(t)
}

// settle decides which session owns each shared turn and sorts the sessions.
func (x *Index) settle(found map[rowkey.Key]*Session, in Options) error {
	all := make([]*Session, 0, len(found))
	for _, s := range found {
		if s.Last.IsZero() {
			s.Stretch = s.worked
		}
		slices.Sort(s.ids)
		s.ids = slices.Compact(s.ids)
		all = append(all, s)
	}
	// A session that ended first cannot have copied from one that went on.
	sorting.By(all, func(a, b *Session) int {
		return cmp.Or(a.Last.Compare(b.Last), cmp.Compare(len(a.ids), len(b.ids)), cmp.Compare(a.ID, b.ID))
	})
	first, err := x.captured(all, in)
	if err != nil {
		return err
	}
	for _, s := range all {
		var other *Session
		for _, id := range s.ids {
			if o := first[id]; o == nil || o == s {
				first[id] = s
				s.Turns++
			} else {
				x.owner[id] = o
				s.Shared++
				other = o
			}
		}
		for _, id := range s.more {
			if o := first[id]; o == nil || o == s {
				first[id] = s
				s.Turns = max(s.Turns, 1) // the rest of a turn that was partly copied
			} else {
				x.owner[id] = o
			}
		}
		s.ids, s.more = nil, nil
		if s.Turns == 0 && s.Shared > 0 {
			x.Copies = append(x.Copies, Copy{s.ID, other.ID})
			continue
		}
		x.Sessions = append(x.Sessions, s)
	}
	sorting.By(x.Sessions, func(a, b *Session) int {
		return cmp.Or(a.First.Compare(b.First), cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.ID, b.ID))
	})
	return nil
}

// recall finds the turns that a session was captured with under the names that an earlier version gave them.
func (x *Index) recall(all []*Session) {
	x.former = map[rowkey.Key]rowkey.Key{}
	for _, s := range all {
		for id, old := range s.former {
			if m, ok := x.Rows[old]; ok && m.Session == rowkey.OfSession(s.Agent, s.ID) {
				x.former[id] = old
			}
		}
	}
}

// captured assigns the turns that were captured already to their sessions, which may be others than all.
func (x *Index) captured(all []*Session, in Options) (first map[rowkey.Key]*Session, err error) {
	first = map[rowkey.Key]*Session{}
	sessions := map[rowkey.Key]*Session{}
	for _, s := range all {
		sessions[rowkey.OfSession(s.Agent, s.ID)] = s
		for _, id := range slices.Concat(s.ids, s.more) {
			first[id] = nil
		}
	}
	if in.Rows == nil {
		return first, nil
	}
	x.Rows, err = in.Rows.Find(func(m rowkey.Mark) bool {
		_, ok := first[m.Row]
		return ok || sessions[m.Session] != nil
	})
	x.recall(all)
	for _, s := range all {
		for i, id := range s.ids {
			if old, ok := x.former[id]; ok {
				s.ids[i], first[old] = old, nil
			}
		}
	}
	for id, m := range x.Rows {
		if _, ok := first[id]; !ok {
			continue
		}
		s := sessions[m.Session]
		if s == nil {
			s = &Session{ID: cmp.Or(in.Known[m.Session].Session, "of an earlier capture")}
			sessions[m.Session] = s
		}
		first[id] = s
	}
	return first, err
}

// Owns reports whether a row of s is not another session's.
func (x *Index) Owns(s *Session, id string) bool {
	o := x.owner[rowkey.Of(id)]
	return o == nil || o == s
}
