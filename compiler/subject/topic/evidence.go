package topic

import (
	"slices"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/wiki/prose"
)

// A subject needs MinLines different lines, from minSessions sessions of one project.
const (
	MinLines    = 3
	minSessions = 2
	maxLooked   = 400 // lines of a topic that are compared with those of others
	maxTexts    = 8   // different lines and sessions that are told apart
)

// everywhere is the share of all projects together.
const everywhere = -1

// A share is what one project says of a topic.
type share struct {
	project  int32
	lines    int // all that are about it
	texts    []string
	sessions []string
	asked    []string      // sessions that a person began by it, or that are called by it
	words    int           // lines that write it as an ordinary word
	ordinary int           // or as a few of them
	idents   int           // lines that write it as an identifier of code
	called   int           // and those that call it as a function
	head     int           // lines that say what it is or does
	inside   map[int32]int // lines that write it within a longer name, by that name
}

func (t *Topic) share(project int32) *share {
	i := slices.IndexFunc(t.shares, func(s share) bool { return s.project == project })
	if i < 0 {
		i = len(t.shares)
		t.shares = append(t.shares, share{project: project})
	}
	return &t.shares[i]
}

func (s *share) count(l *Line, r *ref, session string) {
	s.lines++
	note(&s.texts, l.Text)
	note(&s.sessions, session)
	s.words += prose.Bit(r.cls == mention.Word)
	s.ordinary += prose.Bit(r.cls <= mention.Phrase)
	s.idents += prose.Bit(r.cls == mention.Ident && !r.labelled)
	s.called += prose.Bit(r.called)
	s.head += prose.Bit(r.Head)
	if r.over >= 0 {
		if s.inside == nil {
			s.inside = make(map[int32]int)
		}
		s.inside[r.over]++
	}
}

// note adds a text to those that are told apart.
func note(to *[]string, text string) {
	if len(*to) < maxTexts && !slices.Contains(*to, text) {
		*to = append(*to, text)
	}
}

// enough reports whether a name is worth an article: it comes up in several sessions, and people ask about it, or lines say
// what it is. An ordinary word is a name if people come back to it.
func (s *share) enough() bool {
	n, again := len(s.texts), len(s.sessions) > minSessions
	for _, in := range s.inside {
		if 2*in > s.lines {
			return false // shadow, of shadow branch
		}
	}
	switch {
	case n < MinLines:
		return false
	case len(s.sessions) < minSessions:
		return s.certain() && s.called == 0 && s.head > 1
	case s.head == 0 && len(s.asked) < minSessions && (n == MinLines || !s.certain()):
		return false // nothing says what it is, and nobody comes back to it
	case 2*s.words > s.lines:
		return n > MinLines && (len(s.asked) > 1 || len(s.asked) > 0 && again) || s.head > 2 && again
	case !s.certain():
		return len(s.asked) > 1 || len(s.asked) > 0 && n > MinLines && again || s.head > 1
	case 2*s.idents > s.lines: // a field is what people call it by if lines say what it is, a function is not
		return len(s.asked) > 0 || s.called == 0 && s.head > 1
	}
	return len(s.asked) > 0 || s.head > 1 || s.head > 0 && n > MinLines || len(s.sessions) > 2*minSessions
}

// certain reports whether a share writes a topic as a name.
func (s *share) certain() bool { return s.lines > 2*s.ordinary }

// counts reports whether a line is about t by this ref, and not about an earlier subject whose name contains that of
// t. An ordinary word is a name only in the projects in which it is a subject.
func (x *Index) counts(t *Topic, r *ref) bool {
	if !r.own || r.over >= 0 && x.Topics[r.over].Subject && x.Topics[r.over].Since <= x.Lines[r.line].Entry {
		return false
	}
	return r.cls > mention.Phrase || t.kept || slices.Contains(t.homes, x.Entries[x.Lines[r.line].Entry].Home)
}

// OwnLines is how many lines a subject has besides those that it shares with another.
const OwnLines = 2

// apart reports whether every subject lacks at least OwnLines of a topic's lines: an article that another one says
// as well would add nothing. Projects do not count: everything said in a project may name it.
func (x *Index) apart(t *Topic) bool {
	var texts []string
	with := make(map[*Topic]int)
	for i := range t.refs {
		r := &t.refs[i]
		l := &x.Lines[r.line]
		if slices.Contains(texts, l.Text) {
			continue
		}
		texts = append(texts, l.Text)
		for j := range l.Refs {
			o := &l.Refs[j]
			if o.over == r.Topic {
				continue // a part of its name
			}
			if u := x.Topics[o.Topic]; u.Subject && u != t && u.Key != x.Seats[x.Entries[l.Entry].Home] && x.counts(u, o) {
				with[u]++
			}
		}
		if len(texts) == 5*maxTexts {
			break
		}
	}
	for _, n := range with {
		if n > len(texts)-OwnLines {
			return false
		}
	}
	return true
}
