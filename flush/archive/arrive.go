package archive

import (
	"errors"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/redact/cautious"
	"github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/flush/transcript"
)

// Told calls each with the turns of a session that hooks alone had told when they were archived, and with their file.
func (a Archive) Told(agent, session string, starts []Start, each func(name string, t *Turn)) error {
	if !slices.ContainsFunc(starts, func(s Start) bool { return reported.IsID(s.Row) }) {
		return nil
	}
	return a.Each(agent, session, func(name string, f *File) error {
		if alone(f) {
			for i := range f.Turns {
				each(name, &f.Turns[i])
			}
		}
		return nil
	})
}

// Answered reports whether the archive has an agent's answer, forgotten or not: as its row, or by its id in one of the entries.
func (a Archive) Answered(agent, session, id string, entries []string) (found bool, err error) {
	err = a.Each(agent, session, func(_ string, f *File) error {
		found = found || slices.ContainsFunc(f.Turns, func(t Turn) bool {
			return t.Role == roles[transcript.Agent] && (t.Rows[0] != id || slices.Contains(entries, t.Entry)) && reported.OfID(id).Is(t.Said())
		})
		return nil
	})
	return found, err
}

// alone reports whether a file holds nothing else than what hooks told.
func alone(f *File) bool {
	return !slices.ContainsFunc(f.Turns, func(t Turn) bool { return !reported.IsID(t.Rows[0]) })
}

// Came holds the turns of a transcript that hooks had told, without secrets, by the ids under which they were archived.
type Came map[string]*transcript.Turn

// arrive has the turns that hooks had told name the rows that have come of them, so that no other row is taken for them. One that
// lies in no entry is archived again as its row, and one from which words were withheld says what its row says.
func (a Archive) arrive(u *Update) error {
	if len(u.Came) == 0 {
		return nil
	}
	names, err := a.Files(u.Folder)
	for _, name := range names {
		f, bad := a.Read(name)
		if bad != nil {
			continue // a file that cannot be read counts as empty
		}
		came, alone := false, alone(&f)
		for i := range f.Turns {
			t := &f.Turns[i]
			row := u.Came[t.Rows[0]]
			if row != nil && row.Text != t.Text && strings.Contains(t.Text, cautious.Withheld) {
				t.Text, came = row.Text, true
			}
			if row != nil && alone && len(t.Rows) == 1 && (t.Text == "" || u.InLog(t.Entry)) {
				t.Rows, came = append(t.Rows, row.RowIDs()...), true
			}
		}
		if came {
			err = errors.Join(err, a.Save(name, &f))
		}
		if !alone {
			continue
		}
		err = errors.Join(err, a.drop(name, f, func(t Turn) bool { return len(t.Rows) == 1 && u.Came[t.Rows[0]] != nil }))
	}
	return err
}
