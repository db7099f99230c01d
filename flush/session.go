package flush

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/transcript"
)

// turns reads the words of s, its own and in order, from all the files that hold them.
func (x *Index) turns(ctx context.Context, s *Session) ([]transcript.Turn, []string, error) {
	var (
		all    []transcript.Turn
		place  = map[string]int{} // ID -> index in all
		titles []string
	)
	for _, src := range s.Sources {
		err := eachTurn(ctx, src, func(t *transcript.Turn) {
			if t.Subagent || cmpID(t, src) != s.ID || !x.owns(s, t) {
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
		}, &titles)
		if err != nil {
			return nil, nil, fmt.Errorf("read %q: %w", src.Path, err)
		}
	}
	if len(s.Sources) > 1 {
		inOrder(all)
	}
	return all, titles, nil
}

func cmpID(t *transcript.Turn, src Source) string {
	if t.Session == "" {
		return src.stem()
	}
	return t.Session
}

func eachTurn(ctx context.Context, src Source, f func(*transcript.Turn), titles *[]string) error {
	r, err := src.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	tr := transcript.NewReader(r)
	for {
		t, err := tr.Next()
		if err == io.EOF {
			break
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		f(t)
	}
	for _, t := range tr.Stats().Titles {
		if !slices.Contains(*titles, t.Text) {
			*titles = append(*titles, t.Text)
		}
	}
	return nil
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
		if b := began(&t); !b.IsZero() {
			at = b
		}
		ks[i] = keyed{at, t}
	}
	slices.SortStableFunc(ks, func(a, b keyed) int { return a.at.Compare(b.at) })
	for i, k := range ks {
		turns[i] = k.t
	}
}

// row is the uuid of the row a turn's id names: several turns of one row are told apart by "#2".
func row(id string) string {
	id, _, _ = strings.Cut(id, "#")
	return id
}

// covered marks the turns that lie in the span of some entry. byFrom finds the spans that begin
// at a row; zone is the one days are counted in.
func covered(turns []transcript.Turn, byFrom map[string][]daily.Span, zone *time.Location) []bool {
	in := make([]bool, len(turns))
	for i := range turns {
		for _, s := range byFrom[row(turns[i].ID)] {
			for j := i; j <= spanEnd(turns, i, s, zone); j++ {
				in[j] = true
			}
		}
	}
	return in
}

// spanEnd is the index of the last turn s covers. Where its last row is not to be found (the
// client rewrote the file), its day decides.
func spanEnd(turns []transcript.Turn, from int, s daily.Span, zone *time.Location) int {
	for j := from; j < len(turns); j++ {
		if row(turns[j].Last) == s.To || row(turns[j].ID) == s.To {
			for j+1 < len(turns) && row(turns[j+1].ID) == s.To { // one row may hold several answers
				j++
			}
			return j
		}
	}
	end := from
	for j := from; j < len(turns) && daily.DateOf(turns[j].At, zone).Compare(s.Date) <= 0; j++ {
		end = j
	}
	return end
}
