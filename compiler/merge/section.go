package merge

import (
	"bytes"
	"strings"
)

// A sectionMerge merges one section that the page has.
type sectionMerge struct {
	*merger
	heading           string
	was, theirs, ours []Unit
	at                *Section // in the page
	next              *baseSection
	cuts              map[int]int // splices that remove a unit of theirs, by its index
	left              int         // units that stay
	place             []int       // for each unit of ours: the unit of theirs that it equals or follows; -1 if there is none
}

func (s *sectionMerge) run() {
	toTheirs, toOurs := match(s.was, s.theirs, true), match(s.was, s.ours, true)
	fromTheirs, fromOurs := inverse(toTheirs, len(s.theirs)), inverse(toOurs, len(s.ours))
	s.left, s.cuts = len(s.theirs), map[int]int{}
	s.place = make([]int, len(s.ours))
	for j := range s.place {
		s.place[j] = -1
	}
	for i, u := range s.was {
		t, o := toTheirs[i], toOurs[i]
		if t < 0 {
			continue // a person removed it
		}
		own := t+1 < len(s.theirs) && fromTheirs[t+1] < 0
		s.one(u, t, o, own)
		if o >= 0 {
			s.place[o] = t
		}
	}
	s.insert(fromTheirs, fromOurs)
	if s.left == 0 && s.heading != "" {
		s.drops = append(s.drops, s.heading)
	}
}

// one merges a unit that the page still has. own says that the next unit of the page is a person's.
func (s *sectionMerge) one(was Unit, t, o int, own bool) {
	u := s.theirs[t]
	tail := own && s.theirs[t+1].indented() // it is nested under u
	switch {
	case o < 0:
		if u.Text != was.Text || tail {
			s.conflicted(was, t, nil, -1)
			return
		}
		s.remove(t)
	case s.ours[o].Text == was.Text || s.ours[o].Text == u.Text:
	case u.Text != was.Text || tail && !s.theirs[t+1].nested():
		s.conflicted(was, t, &s.ours[o], o)
	default:
		s.replace(u, s.ours[o].Text)
	}
}

func (s *sectionMerge) replace(u Unit, text string) {
	s.splices = append(s.splices, Splice{u.Start, u.End, text})
	s.Grown = false
}

// conflicted decides about a place that both sides changed. If it waits, the base of the next merge keeps the old
// text.
func (s *sectionMerge) conflicted(was Unit, t int, ours *Unit, o int) {
	u, text := s.theirs[t], ""
	if ours != nil {
		text = ours.Text
	}
	switch v := s.conflict(s.heading, was, u, text); {
	case v == TakeOurs && ours != nil:
		s.replace(u, text)
	case v == TakeOurs:
		s.drop(t)
	case v == Wait && ours != nil:
		s.next.lines[o] = was.Text
	case v == Wait:
		s.next.lines = append(s.next.lines, was.Text)
	}
}

// remove removes a unit of ours from the page.
func (s *sectionMerge) remove(t int) {
	s.drop(t)
	for _, k := range s.theirs[t].Cites {
		s.Lost[k] = true
	}
}

func (s *sectionMerge) drop(t int) {
	s.cuts[t] = len(s.splices)
	s.splices = append(s.splices, s.cut(s.theirs[t], s.at.end))
	s.Grown = false
	s.left--
}

// cut returns the splice that removes the unit with its line end, and with the blank lines after it if there are some
// before it too.
func (m *merger) cut(u Unit, sectionEnd int) Splice {
	src := m.theirs.Bytes()
	end := u.End
	line := func() bool {
		i := bytes.IndexByte(src[end:sectionEnd], '\n')
		if i < 0 || len(bytes.TrimSpace(src[end:end+i])) > 0 {
			return false
		}
		end += i + 1
		return true
	}
	if line() && blankBefore(src[:u.Start]) {
		for line() {
		}
	}
	return Splice{u.Start, end, ""}
}

func blankBefore(src []byte) bool {
	src = bytes.TrimSuffix(bytes.TrimSuffix(src, []byte("\n")), []byte("\r"))
	i := bytes.LastIndexByte(src, '\n')
	return len(bytes.TrimSpace(src[i+1:])) == 0
}

// insert inserts the units that only ours has: after the unit they follow, else before the one that follows them,
// else at the end.
func (s *sectionMerge) insert(fromTheirs, fromOurs []int) {
	var own []Unit // in the page, and not in the base
	var at []int
	for t, i := range fromTheirs {
		if i < 0 {
			own, at = append(own, s.theirs[t]), append(at, t)
		}
	}
	var fresh []Unit
	var which []int
	for o, i := range fromOurs {
		if i < 0 {
			fresh, which = append(fresh, s.ours[o]), append(which, o)
		}
	}
	put := map[int]bool{}
	for n, j := range match(fresh, own, false) {
		switch {
		case j >= 0:
			s.place[which[n]] = at[j]
		case !s.barred(fresh[n]):
			put[which[n]] = true
		}
	}
	behind, before := map[int][]Unit{}, map[int][]Unit{}
	var end []Unit
	last := -1
	for o, u := range s.ours {
		switch {
		case !put[o]:
			if s.place[o] >= 0 {
				last = s.place[o]
			}
		case last >= 0:
			at := last
			if s.follower(o) < 0 { // the last of a list go after a person's own items too
				for at+1 < len(s.theirs) && fromTheirs[at+1] < 0 && s.theirs[at+1].Item() && u.Item() {
					at++
				}
			}
			behind[at] = append(behind[at], u)
		default:
			if t := s.follower(o); t >= 0 {
				before[t] = append(before[t], u)
			} else {
				end = append(end, u)
			}
		}
	}
	if len(end) > 0 {
		s.atEnd(end)
	}
	for t := range s.theirs {
		if list := behind[t]; len(list) > 0 {
			s.behind(t, list)
		}
		if list := before[t]; len(list) > 0 {
			s.left += len(list)
			if s.instead(t, list) {
				continue
			}
			text := joined(list)
			s.splices = append(s.splices, Splice{s.theirs[t].Start, s.theirs[t].Start, text + gap(&list[len(list)-1], &s.theirs[t])})
		}
	}
}

// instead writes units in the place of the unit t, if that is removed. It reports whether it did.
func (s *sectionMerge) instead(t int, list []Unit) bool {
	at, cut := s.cuts[t]
	if !cut {
		return false
	}
	u, src, text := s.theirs[t], s.merger.theirs.Bytes(), joined(list)
	if list[0].Item() != u.Item() && !blankBefore(src[:u.Start]) {
		text = "\n" + text
	}
	if list[len(list)-1].Item() != u.Item() && t+1 < len(s.theirs) && s.adjacent(t) {
		text += "\n"
	}
	s.splices[at] = Splice{u.Start, u.End, text}
	delete(s.cuts, t)
	return true
}

// follower returns the first unit of the page that follows the unit o in ours.
func (s *sectionMerge) follower(o int) int {
	for _, t := range s.place[o+1:] {
		if t >= 0 {
			return t
		}
	}
	return -1
}

func joined(list []Unit) string {
	var b strings.Builder
	for i := range list {
		if i > 0 {
			b.WriteString(gap(&list[i-1], &list[i]))
		}
		b.WriteString(list[i].Text)
	}
	return b.String()
}

// behind inserts units after t and its nested lines.
func (s *sectionMerge) behind(t int, list []Unit) {
	for t+1 < len(s.theirs) && s.adjacent(t) && !s.theirs[t+1].Item() && !s.theirs[t+1].Title() {
		t++
	}
	s.left += len(list)
	if s.instead(t, list) {
		return
	}
	text := gap(&s.theirs[t], &list[0]) + joined(list)
	if t+1 < len(s.theirs) && s.adjacent(t) {
		text += strings.TrimPrefix(gap(&list[len(list)-1], &s.theirs[t+1]), "\n")
	}
	s.splices = append(s.splices, Splice{s.theirs[t].End, s.theirs[t].End, text})
}

// adjacent reports whether no blank line separates the unit t from the next.
func (s *sectionMerge) adjacent(t int) bool {
	return bytes.Count(s.merger.theirs.Bytes()[s.theirs[t].End:s.theirs[t+1].Start], []byte("\n")) == 1
}

// atEnd appends units to the section.
func (s *sectionMerge) atEnd(list []Unit) {
	if n := len(s.theirs); n > 0 {
		s.behind(n-1, list)
		return
	}
	src := s.merger.theirs.Bytes()
	at := len(bytes.TrimRight(src[:s.at.body], "\r\n"))
	text := joined(list)
	if s.heading != "" || at > 0 {
		text = "\n\n" + text
	}
	s.splices = append(s.splices, Splice{at, at, text})
	s.left += len(list)
}
