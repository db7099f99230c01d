package editor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// editable reports whether every line of an entry has an address of its own. What has none is left to
// the base: where one heading is cited for many lines nobody can tell which of them a claim rests on.
func editable(e *daily.Dated) bool {
	return !e.Redone && e.ID != "" && len(e.Bullets) > 0 && !slices.ContainsFunc(e.Bullets, func(b daily.Bullet) bool { return b.Block == "" })
}

// identity is what a reply knows an entry by: it is another one when the entry says something else.
func identity(e *daily.Dated) string {
	var b strings.Builder
	fmt.Fprintln(&b, e.Date, e.ID, e.Project)
	for _, x := range e.Bullets {
		fmt.Fprintln(&b, x.Kind, x.Done, x.Block, x.Text)
	}
	return e.ID + ":" + fsutil.Hash([]byte(b.String()))[:32]
}

func citeOf(e *daily.Dated, b daily.Bullet) wiki.Cite {
	return wiki.Cite{Date: wiki.Date(e.Date.String()), Block: b.Block}
}

// keyOf names the line that a citation leads to: "2026-11-27#^k3f9a2c".
func keyOf(c wiki.Cite) string {
	if c.Block == "" {
		return string(c.Date) + "#" + wiki.Fold(c.Heading)
	}
	return string(c.Date) + "#^" + strings.ToLower(c.Block)
}

// cite is the citation that a key is of.
func cite(key string) wiki.Cite {
	day, block, _ := strings.Cut(key, "#^")
	return wiki.Cite{Date: wiki.Date(day), Block: block}
}

func keysOf(p wiki.Point) []string {
	out := make([]string, len(p.Cites))
	for i, c := range p.Cites {
		out[i] = keyOf(c)
	}
	return out
}

// A batch is the entries that one question is about, as indices of the session's.
type batch []int

// size is about how many bytes an entry takes in a question.
func size(e *daily.Dated) int {
	n := 20 + len(e.Title) + len(e.Project)
	for _, b := range e.Bullets {
		n += 20 + len(b.Text)
	}
	return n
}

// pending are the entries that are to be asked about.
func (s *session) pending(news func(*daily.Dated) bool) (out batch) {
	now := s.recipe()
	for i := range s.entries {
		e := &s.entries[i]
		if !editable(e) {
			continue
		}
		if r := s.covered[identity(e)]; r != nil && r.Owed || news(e) && (r == nil || s.Again && r.Recipe != now) {
			out = append(out, i)
		}
	}
	return out
}

// cut makes batches of entries, none larger than room unless it is one entry. A batch once made stays
// one, so that what is asked again is asked of the same.
func (s *session) cut(all batch, room int) (out []batch) {
	var fresh batch
	done := map[*reply]bool{}
	for _, i := range all {
		r := s.covered[identity(&s.entries[i])]
		switch {
		case r == nil:
			fresh = append(fresh, i)
		case !done[r]:
			done[r] = true
			var b batch
			for _, id := range r.Entries {
				b = append(b, s.at[id])
			}
			out = append(out, b)
		}
	}
	for _, a := range s.open { // paid for by a run that was killed
		var b batch
		for _, id := range a.Entries {
			if i, ok := s.at[id]; ok && slices.Contains(fresh, i) {
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
		size := size(&s.entries[i])
		if n == 0 || size > left {
			out, left = append(out, nil), room
		}
		out[len(out)-1] = append(out[len(out)-1], i)
		left -= size
	}
	return out
}

// names tells a batch from others.
func (s *session) names(b batch) string {
	ids := make([]string, len(b))
	for n, i := range b {
		ids[n] = identity(&s.entries[i])
	}
	return strings.Join(ids, " ")
}

// days names the days of a batch.
func (s *session) days(b batch) string {
	first, last := s.entries[b[0]].Date.String(), s.entries[b[len(b)-1]].Date.String()
	if first == last {
		return first
	}
	return first + " to " + last
}

// count has a reply be of one more entry.
func (s *session) count(x *reply, i int) {
	e := &s.entries[i]
	x.Entries, x.last = append(x.Entries, identity(e)), i
	if day := e.Date.String(); !slices.Contains(x.Days, day) {
		x.Days = append(x.Days, day)
	}
}
