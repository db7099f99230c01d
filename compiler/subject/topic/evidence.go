package topic

import (
	"slices"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/daily"
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
	classes  [mention.Classes]int // lines by how they write it
	framed   int                  // lines that have it as a noun phrase of its own
	head     int                  // lines that say what it is or does
	explains int                  // those of them that introduce it, or of a name that say something of it in a clause
	told     int                  // decisions about it
	ticked   int                  // lines that have it in inline code
	called   int                  // lines that write it as a function
	labelled int                  // lines that say what kind of thing it is: a hook, a command
	titled   int                  // entries whose title names it
	parts    int                  // entries with code that has it as a part
}

func (t *Topic) share(project int32) *share {
	i := slices.IndexFunc(t.shares, func(s share) bool { return s.project == project })
	if i < 0 {
		i = len(t.shares)
		t.shares = append(t.shares, share{project: project})
	}
	return &t.shares[i]
}

func (s *share) count(l *Line, r *ref, session string, explains bool) {
	s.lines++
	if len(s.texts) < maxTexts && !slices.Contains(s.texts, l.Text) {
		s.texts = append(s.texts, l.Text)
	}
	if len(s.sessions) < maxTexts && !slices.Contains(s.sessions, session) {
		s.sessions = append(s.sessions, session)
	}
	s.classes[r.cls]++
	s.framed += Bit(r.framed)
	s.head += Bit(r.Head)
	s.explains += Bit(r.Head && explains || r.says && l.Kind != daily.Exchange)
	s.told += Bit(l.Kind == daily.Decision || l.Kind == daily.Preference)
	s.called += Bit(r.called)
	s.ticked += Bit(r.ticked)
	s.labelled += Bit(r.labelled)
}

// enough reports whether a name is worth an article: a line introduces it, it comes up again in another session, lines
// say something of it, and it is a name that people use. Code has names of its own: an identifier is none unless lines begin with what
// it is or does, or call it by the kind of thing that it is. Ordinary words are one only if the code is made of them,
// or if titles or several lines are about them.
func (s *share) enough() bool {
	again := len(s.sessions) > minSessions
	n := len(s.texts)
	switch {
	case n < MinLines, s.explains == 0 && !(s.told > 2 && 2*s.classes[mention.Name] >= s.lines): // decisions about a proper name introduce it too
		return false
	case len(s.sessions) < minSessions:
		return s.certain() && s.called == 0 && (s.head > 1 || s.head > 0 && s.titled > 0 && n > MinLines)
	case n == MinLines && !again && s.titled == 0:
		return false
	}
	n = s.lines
	c := &s.classes
	switch {
	case 3*s.labelled >= n:
		return true
	case 2*c[mention.Ident] > n:
		return s.called == 0 && s.head > 1
	case 2*(c[mention.Name]+c[mention.Path]+c[mention.Command]) >= n:
		return true
	case 3*c[mention.Term] >= n:
		return (again || s.titled+s.parts > 0) && (s.ticked > 0 || s.parts > 2 || 2*s.framed > n) // else a compound: user-visible
	case 2*c[mention.Phrase] >= n:
		return s.framed > 1 && (s.parts+s.titled > 0 || s.head > 1 || s.told > 2 && again)
	}
	return 2*s.framed > n && (again && (s.parts > 1 || s.head > 2 || s.parts > 0 && s.told > 1) || s.titled > 1)
}

// certain reports whether a name is one in whatever project it is written.
func (s *share) certain() bool {
	return s.lines > 2*(s.classes[mention.Word]+s.classes[mention.Phrase])
}

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
