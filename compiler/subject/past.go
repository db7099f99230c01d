package subject

import (
	"cmp"
	"slices"

	"github.com/agent-admin/memoria/wiki/draft"
)

// triedHeading is what the lines stand under that tell of what was tried and dropped.
const triedHeading = "Tried and dropped"

// today are lines, and what took the place of those that do not hold any more, in their order.
func (b *book) today(lines []int32) []int32 {
	var more []int32
	for _, i := range lines {
		for b.Truth[i].Over >= 0 {
			i = b.Truth[i].Over
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

// standOf are those of lines that hold.
func (b *book) standOf(lines []int32) []int32 {
	var out []int32
	for _, i := range lines {
		if b.Stands(i) {
			out = append(out, i)
		}
	}
	return out
}

// inPlace are lines, each that does not hold any more replaced by the one that does.
func (b *book) inPlace(lines []int32) []int32 {
	var out []int32
	for _, i := range lines {
		if i = b.Now(i); b.Stands(i) && !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	return out
}

// past writes what does not hold of lines: what was tried, under its heading in the details, and what
// another line took the place of, in the history. An article that has nothing else to say says in
// its key points what was tried.
func (b *book) past(d *draft.Draft, lines []int32) {
	var tried, was []int32
	for _, i := range lines {
		switch {
		case b.Truth[i].Over >= 0:
			was = append(was, i)
		case b.Truth[i].Tried:
			tried = append(tried, i)
		}
	}
	if len(d.Points) == 0 {
		d.Points, tried = b.points(tried), nil
	}
	b.detail(d, triedHeading, tried)
	slices.SortStableFunc(was, func(i, j int32) int { return cmp.Compare(b.Truth[i].Over, b.Truth[j].Over) })
	for n := 0; n < len(was); {
		k := n + 1 // the end of those that one line took the place of
		for k < len(was) && b.Truth[was[k]].Over == b.Truth[was[n]].Over {
			k++
		}
		over := b.Truth[was[n]].Over
		for _, p := range b.points(was[n:k]) {
			d.History = append(d.History, draft.Replacement{Until: b.Lines[over].Cite.Date, Was: p, Now: b.points([]int32{over})[0]})
		}
		n = k
	}
}
