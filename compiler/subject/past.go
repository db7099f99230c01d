package subject

import (
	"cmp"
	"slices"

	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/holds"
)

// today returns lines that hold, and the replacements of those that no longer do, in their order.
func (b *book) today(lines []int32) []int32 {
	var more []int32
	for _, i := range lines {
		for b.Truth[i].ReplacedBy >= 0 {
			i = b.Truth[i].ReplacedBy
			more = append(more, i)
		}
	}
	if len(more) == 0 {
		return lines
	}
	out := slices.Concat(lines, more)
	slices.Sort(out)
	return slices.Compact(out)
}

// standOf returns the lines that hold.
func (b *book) standOf(lines []int32) []int32 {
	var out []int32
	for _, i := range lines {
		if b.Stands(i) {
			out = append(out, i)
		}
	}
	return out
}

// inPlace returns the lines, each that no longer holds replaced by the one that does.
func (b *book) inPlace(lines []int32) []int32 {
	var out []int32
	for _, i := range lines {
		if i = b.Now(i); b.Stands(i) && !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	return out
}

// past writes what no longer holds: attempts under their heading in the details, replaced lines in the history. An
// article with nothing else to say has the attempts in its key points.
func (b *book) past(d *draft.Draft, lines []int32) {
	var tried, was []int32
	for _, i := range lines {
		switch {
		case b.Truth[i].ReplacedBy >= 0:
			was = append(was, i)
		case b.Truth[i].Tried:
			tried = append(tried, i)
		}
	}
	if len(d.Points) == 0 {
		d.Points, tried = b.points(tried), nil
	}
	b.detail(d, holds.TriedHeading, tried)
	slices.SortStableFunc(was, func(i, j int32) int { return cmp.Compare(b.Truth[i].ReplacedBy, b.Truth[j].ReplacedBy) })
	for n := 0; n < len(was); {
		k := n + 1 // the end of those that one line replaced
		for k < len(was) && b.Truth[was[k]].ReplacedBy == b.Truth[was[n]].ReplacedBy {
			k++
		}
		over := b.Truth[was[n]].ReplacedBy
		for _, p := range b.points(was[n:k]) {
			d.History = append(d.History, draft.Replacement{Until: b.Lines[over].Cite.Date.Day(), Was: p, Now: b.points([]int32{over})[0]})
		}
		n = k
	}
}
