package flush

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/agent-admin/memoria/flush/transcript"
)

// turns reads the words of s in order, also those that another session owns, from all the files that
// hold them. The view is that of the file where there is only one; the caller closes it.
func (x *Index) turns(ctx context.Context, s *Session) (all []transcript.Turn, titles []string, v *view, err error) {
	place := map[string]int{} // ID -> index in all
	for _, src := range s.Sources {
		if v, err = look(src, nil); err == nil {
			err = v.each(ctx, false, func(t *transcript.Turn) {
				if t.Subagent || cmpID(t, src) != s.ID {
					return
				}
				if i, seen := place[t.ID]; seen {
					if len(t.Text) > len(all[i].Text) { // a later snapshot holds the message whole
						all[i] = *t
					}
					return
				}
				place[t.ID] = len(all)
				all = append(all, *t)
			})
			titles = union(titles, v.titles)
			if err != nil || len(s.Sources) > 1 {
				v.close()
			}
		}
		if err != nil {
			return nil, nil, nil, fmt.Errorf("read %q: %w", src.Path, err)
		}
	}
	if len(s.Sources) > 1 {
		inOrder(all)
		return all, titles, nil, nil
	}
	return all, titles, v, nil
}

func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}

func cmpID(t *transcript.Turn, src transcript.Source) string {
	if t.Session == "" {
		return src.Stem()
	}
	return t.Session
}

// inOrder sorts turns that came from several files by time; one without a time keeps its place
// behind the turn before it.
func inOrder(turns []transcript.Turn) {
	type keyed struct {
		at time.Time
		t  transcript.Turn
	}
	ks := make([]keyed, len(turns))
	var at time.Time
	for i, t := range turns {
		if b := t.Began(); !b.IsZero() {
			at = b
		}
		ks[i] = keyed{at, t}
	}
	slices.SortStableFunc(ks, func(a, b keyed) int { return a.at.Compare(b.at) })
	for i, k := range ks {
		turns[i] = k.t
	}
}
