package topic

import (
	"slices"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/holds"
	"github.com/agent-admin/memoria/wiki/prose"
)

// reach returns how many bytes of a line may come before the name of its topic. Far into a long line only a certain
// name is more than a word of the sentence.
func reach(m mention.Mention) int {
	if m.Class >= mention.Name {
		return 240
	}
	return 140
}

// Read makes an index of entries in any order.
func Read(dated []daily.Dated) *Index {
	dated = slices.Clone(dated)
	holds.Sort(dated)
	x := &Index{ByKey: make(map[string]int32), Homes: make(map[string]int32), Same: make(map[int32]int32), dated: dated}
	for i := range dated {
		if len(dated[i].Bullets) > 0 { // else it only says that nothing was worth keeping
			x.read(&dated[i])
		}
	}
	return x
}

func (x *Index) read(d *daily.Dated) {
	lang := language(d)
	e := entry{Date: wiki.Date(d.Date.String()), Session: d.Session, Project: strings.TrimSpace(d.Project), Title: d.Title, First: int32(len(x.Lines))}
	e.Home = x.home(e.Project)
	_, e.Settles = d.Settlement()
	for _, m := range mention.Find(prose.Inline(d.Title), lang) {
		if m.Own && !e.Settles {
			id := x.Topic(m.Key)
			x.Topics[id].see(m)
			e.titled = append(e.titled, id)
		}
	}
	agent := strings.ToLower(d.Agent)
	for _, b := range d.Bullets {
		text := strings.Join(strings.Fields(b.Text), " ")
		if text == "" {
			continue
		}
		l := Line{Entry: int32(len(x.Entries)), Kind: b.Kind, Done: b.Done, Text: text, Plain: prose.Inline(text), Cite: wiki.Cite{Date: e.Date, Block: b.Block}, ref: d.Ref(b)}
		if b.Block == "" {
			l.Cite.Heading = d.Heading
		}
		l.Refs, l.Listing = x.refs(l.Plain, lang, agent, e.Home)
		x.Lines = append(x.Lines, l)
	}
	e.Last = int32(len(x.Lines))
	x.Entries = append(x.Entries, e)
}

// refs returns what a line names. The agent itself is no subject.
func (x *Index) refs(text string, lang prose.Lang, agent string, home int32) (refs []ref, list bool) {
	ms := mention.Find(text, lang)
	list = listing(text, ms)
	refs = make([]ref, 0, len(ms))
	for _, m := range ms {
		r := ref{Topic: -1, over: -1, line: int32(len(x.Lines)), entry: int32(len(x.Entries)), home: home, At: int16(min(m.At, 30000)), Cls: m.Class, framed: m.Framed, alone: m.Alone, code: m.Ticked,
			low: m.Class == mention.Plain && strings.ToLower(m.Form) == m.Form,
			Own: m.Own && !m.Aside && !list && m.At < reach(m) && m.Key != agent}
		if m.Over >= 0 {
			r.over = refs[m.Over].Topic
		}
		r.Topic = x.Topic(m.Key)
		x.Topics[r.Topic].see(m)
		refs = append(refs, r)
	}
	return refs, list
}

// listing reports whether a line names files and symbols and says almost nothing about them.
func listing(text string, ms []mention.Mention) bool {
	said, ticked := 0, false
	for _, r := range text {
		if r == '`' {
			ticked = !ticked
		} else if !ticked {
			said += weightOf(r)
		}
	}
	for _, m := range ms {
		if m.Class < mention.Tagged || m.Over >= 0 || m.Ticked {
			continue
		}
		for _, r := range m.Form {
			said -= weightOf(r)
		}
	}
	return said < 8
}

// weightOf is how much a character says: one that stands for a word as much as a short word.
func weightOf(r rune) int {
	switch {
	case mention.IsSpaceless(r):
		return 4
	case unicode.IsLetter(r):
		return 1
	}
	return 0
}

// language is that of an entry's first bullets, for one line is too short to tell.
func language(d *daily.Dated) prose.Lang {
	var b strings.Builder
	b.WriteString(d.Title)
	for _, l := range d.Bullets {
		if b.Len() > 400 {
			break
		}
		b.WriteByte('\n')
		b.WriteString(l.Text)
	}
	return prose.Detect(b.String())
}
