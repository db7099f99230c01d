package topic

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/compiler/subject/reading"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/holds"
)

// Read makes an index of entries in any order, of which r reads each.
func Read(dated []daily.Dated, r *reading.Reader) *Index {
	dated = slices.Clone(dated)
	holds.Sort(dated)
	x := &Index{ByKey: make(map[string]int32), Homes: make(map[string]int32), Same: make(map[int32]int32), dated: dated,
		Lines: make([]Line, 0, 6*len(dated)), Entries: make([]entry, 0, len(dated))} // most have no more lines
	for i := range dated {
		if len(dated[i].Bullets) > 0 { // else it only says that nothing was worth keeping
			x.add(&dated[i], r.Of(&dated[i]))
		}
	}
	return x
}

func (x *Index) add(d *daily.Dated, told reading.Entry) {
	e := entry{Date: wiki.Date(d.Date.String()), Session: d.Session, Project: strings.TrimSpace(d.Project), Branch: d.Branch, Asked: []string{d.Title, d.Context}, First: int32(len(x.Lines))}
	e.Home = x.home(e.Project)
	e.Weighed = strings.Contains(d.By, "/")
	_, e.Settles = d.Settlement()
	for _, m := range told.Named {
		m = x.meant(m, e.Project)
		if id := x.Topic(m.Key); !e.Settles && !slices.Contains(e.asked, id) {
			x.Topics[id].see(formOf(m))
			e.asked = append(e.asked, id)
		}
	}
	agent, next := strings.ToLower(d.Agent), told.Lines
	for i := range d.Bullets {
		b := &d.Bullets[i]
		text := reading.Text(b)
		if text == "" {
			continue
		}
		l := Line{Entry: int32(len(x.Entries)), Kind: b.Kind, Done: b.Done, Text: text, Plain: next[0].Plain, Traits: next[0].Traits,
			Cite: wiki.Cite{Date: e.Date, Block: b.Block}, ref: d.Ref(*b)}
		if b.Block == "" {
			l.Cite.Heading = d.Heading
		}
		l.Refs = x.refs(&l, next[0].Mentions, agent, e.Project)
		x.Lines, next = append(x.Lines, l), next[1:]
	}
	e.Last = int32(len(x.Lines))
	x.Entries = append(x.Entries, e)
}

// decided is how many bytes of a decision, a lesson or an exchange may come before a name that it is about, whatever it does with it.
const decided = 80

// refs returns what a line names. The agent itself is no subject.
func (x *Index) refs(l *Line, named []mention.Mention, agent, project string) []ref {
	refs := make([]ref, 0, len(named))
	for _, m := range named {
		m = x.meant(m, project)
		r := ref{Topic: x.Topic(m.Key), over: -1, line: int32(len(x.Lines)), cls: m.Class,
			Head: m.Head && !m.Aside, labelled: m.Labelled, called: m.Called,
			own: l.Alone && !ofAgent(m, agent) &&
				(m.Lead || (l.Kind == daily.Decision || l.Kind == daily.Exchange || l.Kind == daily.Lesson) && !m.Aside && m.Class >= mention.Term && m.At < decided)}
		if m.Over >= 0 {
			r.over = refs[m.Over].Topic
		}
		x.Topics[r.Topic].see(formOf(m))
		refs = append(refs, r)
	}
	return refs
}

// meant returns what a mention means in the work on a project: in that on clientB/api, "api" is clientB/api, and not the
// project api.
func (x *Index) meant(m mention.Mention, project string) mention.Mention {
	if i := strings.LastIndexByte(project, '/'); i >= 0 && m.Key == mention.Key(project[i+1:]) {
		m.Key, m.Form = x.Seat(project), project
	}
	return m
}

// ofAgent reports whether a mention is of the agent: Claude, Claude Code, a Claude session.
func ofAgent(m mention.Mention, agent string) bool {
	return m.Key == agent || agent != "" && m.Class <= mention.Name && strings.HasPrefix(m.Key, agent)
}

func formOf(m mention.Mention) Form {
	return Form{Text: m.Form, Cls: m.Class, Aka: m.Labelled, N: 1}
}
