package session

import (
	"maps"
	"slices"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/transcript"
)

// A Rewind writes entries again that hold turns which the person left behind later, without these: a log is never
// rewritten, so each new entry replaces one.
type Rewind struct {
	Archive        archive.Archive
	Agent, Session string
	Left           map[string]bool         // rows that lie in entries and were left behind since
	InLog          func(entry string) bool // reports whether a log has an entry

	// Write makes a summary of the turns that stay, and says who wrote it. It may change what it was given.
	Write func(turns []transcript.Turn, titles archive.Titles) (daily.Summary, string, error)
}

// Entries notes the turns in the archive, and returns the entries to append. The second time it returns none.
func (r *Rewind) Entries() (out []daily.Entry, err error) {
	if len(r.Left) == 0 {
		return nil, nil
	}
	files := map[string]*archive.File{}
	err = r.Archive.Each(r.Agent, r.Session, func(name string, file *archive.File) error {
		files[name] = file
		return nil
	})
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := files[name]
		again := map[string]bool{} // entries to write again
		for i := range file.Turns {
			if t := &file.Turns[i]; !t.Left && len(t.Rows) > 0 && r.Left[t.Rows[0]] {
				t.Left, again[t.Entry] = true, t.Entry != ""
			}
		}
		for _, e := range slices.Clone(file.Head.Entries) {
			if e.Redoes != "" && !r.InLog(e.ID) { // an earlier run was stopped before it was appended
				out = append(out, e.Daily(r.Agent, r.Session))
			}
			if err == nil && again[e.ID] {
				var n daily.Entry
				n, err = r.without(file, e)
				file.Head.Entries, out = append(file.Head.Entries, archive.EntryOf(n)), append(out, n)
			}
		}
		if err == nil && len(again) > 0 {
			err = r.Archive.Save(name, file)
		}
	}
	return out, err
}

// without returns an entry that replaces e, or the last that does, and says nothing of the turns that were left.
func (r *Rewind) without(file *archive.File, e archive.Entry) (out daily.Entry, err error) {
	out = e.Daily(r.Agent, r.Session)
	for _, o := range file.Head.Entries {
		if o.Redoes == out.ID {
			out.ID = o.ID
		}
	}
	out.Redoes, out.ID = out.ID, entry.RedoID(out.ID)
	out.Summary, out.By, err = r.Write(file.Of(e.ID), file.Head.Titles)
	return out, err
}

// InLog returns the entry of a span as its log has it, nil if the log no longer has it.
func InLog(logs *daily.Store, of daily.Span) (*daily.Entry, error) {
	l, err := logs.Read(of.Date)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(l.Entries, func(e daily.Dated) bool { return e.ID == of.Entry })
	if i < 0 {
		return nil, nil
	}
	return &l.Entries[i].Entry, nil
}
