package editor

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/compiler/editor/pages"
	"github.com/agent-admin/memoria/daily"
)

// pending returns the entries to ask about.
func (s *session) pending(news func(*daily.Dated) bool) (out pages.Batch) {
	now := s.recipe()
	for i := range s.Entries {
		e := &s.Entries[i]
		if !pages.Editable(e) || s.Leave != nil && s.Leave(e) {
			continue
		}
		if r := s.covered[pages.Identity(e)]; r != nil && r.Owed || news(e) && (r == nil || s.Again && r.Recipe != now) {
			out = append(out, i)
		}
	}
	return out
}

// cut divides entries into batches, none larger than room unless it is one entry. Batches never change, so that a
// repeated question is about the same entries.
func (s *session) cut(all pages.Batch, room int) (out []pages.Batch) {
	var fresh pages.Batch
	done := map[*kept.Reply]bool{}
	for _, i := range all {
		r := s.covered[pages.Identity(&s.Entries[i])]
		switch {
		case r == nil:
			fresh = append(fresh, i)
		case !done[r]:
			done[r] = true
			var b pages.Batch
			for _, id := range r.Entries {
				b = append(b, s.At[id])
			}
			out = append(out, b)
		}
	}
	for _, a := range s.open { // paid for by a run that was killed
		var b pages.Batch
		for _, id := range a.Entries {
			if i, ok := s.At[id]; ok && slices.Contains(fresh, i) {
				b = append(b, i)
			}
		}
		if len(b) == len(a.Entries) {
			fresh = slices.DeleteFunc(fresh, func(i int) bool { return slices.Contains(b, i) })
			out = append(out, b)
		}
	}
	left := 0
	for n, i := range fresh {
		size := pages.Size(&s.Entries[i])
		if n == 0 || size > left {
			out, left = append(out, nil), room
		}
		out[len(out)-1] = append(out[len(out)-1], i)
		left -= size
	}
	return out
}

// names returns the identity of a batch.
func (s *session) names(b pages.Batch) string {
	ids := make([]string, len(b))
	for n, i := range b {
		ids[n] = pages.Identity(&s.Entries[i])
	}
	return strings.Join(ids, " ")
}

// days returns the days of a batch as text.
func (s *session) days(b pages.Batch) string {
	first, last := s.Entries[b[0]].Date.Day().String(), s.Entries[b[len(b)-1]].Date.Day().String()
	if first == last {
		return first
	}
	return first + " to " + last
}

// count adds an entry to a reply.
func (s *session) count(x *kept.Reply, i int) {
	e := &s.Entries[i]
	x.Entries, x.Last = append(x.Entries, pages.Identity(e)), i
	if day := e.Date.String(); !slices.Contains(x.Days, day) {
		x.Days = append(x.Days, day)
	}
}
