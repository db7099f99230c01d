package refactor

import (
	"context"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
)

// MoveLogs rewrites the links to logs that are about to move, and records the move, args of the command mv. The caller moves
// them then. Where they stand in the new folder already, it rewrites the links that lead to the old one still. What memoria
// wrote into logs stays as it is; where links of it break, a note says so. Dry and errors are those of [Move].
func MoveLogs(ctx context.Context, j *journal.Journal, args []string, f journal.Folder, dry bool) (*journal.Change, error) {
	return change(ctx, j, journal.Moving, args, dry, func(m *mover) error {
		there := m.w.Daily().Folder() == f.To.Folder()
		to := map[string]string{}
		for _, name := range f.Files {
			to[f.From.Folder()+"/"+name] = f.To.Folder() + "/" + name
		}
		if s := (&shift{before: m.w, moved: to}); !there {
			m.Folder, s.after = &f, s.at(f.To)
			for _, name := range f.Joined {
				m.note(f.To.Folder()+"/"+name, "is there already, and gets what "+f.From.Folder()+"/"+name+" has")
			}
			return m.relink(s)
		}
		back := map[string]string{}
		for was, is := range to {
			back[is] = was
		}
		s := &shift{before: (&shift{before: m.w, moved: back}).at(f.From), after: m.w, moved: to}
		m.w = s.before
		return m.relink(s)
	})
}

// at returns the snapshot with what moves at its new place, the logs in a folder.
func (s *shift) at(logs layout.Daily) *wiki.Wiki {
	files := map[string][]byte{}
	for _, p := range s.before.Pages() {
		if files[s.dest(p)] = nil; p.Article != nil {
			files[s.dest(p)] = p.Bytes()
		}
	}
	return wiki.Store{Wiki: s.before.Dir(), Daily: logs}.New(files)
}

func (m *mover) relink(s *shift) error {
	if err := m.relinked(s); err != nil {
		return err
	}
	return m.conclude(s.after, nil)
}
