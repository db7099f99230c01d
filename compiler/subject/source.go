package subject

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
)

// A line is one bullet, with its address.
type line struct {
	entry   int32
	kind    daily.Kind
	done    bool
	shaken  bool   // it says that something is amiss with what a later line says to work
	listing bool   // names and nothing said about them
	text    string // as it stands in the log
	plain   string // its words without markup, inline code in its ticks
	cite    wiki.Cite
	refs    []ref  // the topics it names, in the order of its words
	said    *claim // once it was asked for
}

// A ref is one naming of a topic in a line.
type ref struct {
	topic  int32
	over   int32 // the topic whose longer name contains this one, or -1
	line   int32
	entry  int32 // of the line
	home   int32 // of the entry
	at     int16
	cls    mention.Class
	own    bool // the line is about it: named in its own right, near the beginning, not in parentheses
	framed bool // it stood where a noun phrase stands
	alone  bool // it stood there without an article
	code   bool // it stood in inline code
	low    bool // a single word, written like any other
}

// An entry is what the index keeps of a log entry.
type entry struct {
	date        wiki.Date
	session     string
	project     string
	home        int32 // the number of the project, however it is written
	title       string
	titled      []int32 // topics that its title names
	first, last int32   // its lines

	settles bool     // a person says in it which of two claims holds: see settle
	over    []string // the lines that do not, as daily.LineRef names them
}

// A topic is a candidate: a name under which lines may be gathered. It becomes a subject
// once enough is said about it, and stays one.
type topic struct {
	key     string
	cls     mention.Class
	forms   []form
	named   int     // how often
	refs    []ref   // those of the first maxLooked that lines are about, in the order of the entries
	inner   []int32 // topics whose names are part of this one's
	titled  int     // entries whose title names it
	home    homes   // where it is written as a name
	known   count   // evidence of the entries before
	subject bool
	hidden  bool  // for good in the lines of another subject: see apart
	since   int32 // the entry that made it a subject
	title   string
}

// A form is one way a topic was written.
type form struct {
	text   string
	cls    mention.Class
	aka    bool // with a label that the key leaves out
	n      int
	code   int  // how often in inline code
	former bool // a name it had before: see follow
}

// An index is what was said, by topic, in the order of the dates.
type index struct {
	entries []entry
	lines   []line
	topics  []*topic
	byKey   map[string]int32
	homes   map[string]int32 // the numbers of the projects, by wiki.ProjectKey
	seats   []string         // by project: the key of its topic
	same    map[int32]int32  // topics that turned out to be another: see unite
	truth   []truth          // by line
	claimed []bool           // by line: a subject had it when its entry was done
}

// reach is how many bytes of a line may come before the name of what it is about: far into
// a long line only what is surely a name is more than a word of the sentence.
func reach(m mention.Mention) int {
	if m.Class >= mention.Name {
		return 240
	}
	return 140
}

// read makes an index of entries in any order.
func read(dated []daily.Dated) *index {
	dated = slices.Clone(dated)
	slices.SortStableFunc(dated, func(a, b daily.Dated) int {
		return cmp.Or(a.Date.Compare(b.Date), a.At.Compare(b.At), cmp.Compare(a.ID, b.ID),
			cmp.Compare(a.Start, b.Start), cmp.Compare(a.Heading, b.Heading), cmp.Compare(a.Title, b.Title))
	})
	x := &index{byKey: make(map[string]int32), homes: make(map[string]int32), same: make(map[int32]int32)}
	for i := range dated {
		if len(dated[i].Bullets) > 0 { // else it only says that nothing was worth keeping
			x.read(&dated[i])
		}
	}
	return x
}

func (x *index) read(d *daily.Dated) {
	lang := language(d)
	e := entry{date: wiki.Date(d.Date.String()), session: d.Session, project: strings.TrimSpace(d.Project), title: d.Title, first: int32(len(x.lines))}
	e.home = x.home(e.project)
	if s, ok := d.Settlement(); ok {
		if e.settles = true; !s.Both {
			e.over = s.Over
		}
	}
	for _, m := range mention.Find(prose.Inline(d.Title), lang) {
		if m.Own && !e.settles {
			id := x.topic(m.Key)
			x.topics[id].see(m)
			e.titled = append(e.titled, id)
		}
	}
	agent := strings.ToLower(d.Agent)
	for _, b := range d.Bullets {
		text := strings.Join(strings.Fields(b.Text), " ")
		if text == "" {
			continue
		}
		l := line{entry: int32(len(x.entries)), kind: b.Kind, done: b.Done, text: text, plain: prose.Inline(text), cite: wiki.Cite{Date: e.date, Block: b.Block}}
		if b.Block == "" {
			l.cite.Heading = d.Heading
		}
		l.refs, l.listing = x.refs(l.plain, lang, agent, e.home)
		x.lines = append(x.lines, l)
	}
	e.last = int32(len(x.lines))
	x.entries = append(x.entries, e)
}

// refs reads what a line names. The agent itself is nobody's subject.
func (x *index) refs(text string, lang prose.Lang, agent string, home int32) (refs []ref, list bool) {
	ms := mention.Find(text, lang)
	list = listing(text, ms)
	refs = make([]ref, 0, len(ms))
	for _, m := range ms {
		r := ref{topic: -1, over: -1, line: int32(len(x.lines)), entry: int32(len(x.entries)), home: home, at: int16(min(m.At, 30000)), cls: m.Class, framed: m.Framed, alone: m.Alone, code: m.Ticked,
			low: m.Class == mention.Plain && strings.ToLower(m.Form) == m.Form,
			own: m.Own && !m.Aside && !list && m.At < reach(m) && m.Key != agent}
		if m.Over >= 0 {
			r.over = refs[m.Over].topic
		}
		r.topic = x.topic(m.Key)
		x.topics[r.topic].see(m)
		refs = append(refs, r)
	}
	return refs, list
}

// listing tells a line that names files and symbols and says next to nothing about them.
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

func (x *index) topic(key string) int32 {
	if id, ok := x.byKey[key]; ok {
		return id
	}
	id := int32(len(x.topics))
	x.byKey[key] = id
	x.topics = append(x.topics, &topic{key: key})
	return id
}

// home returns the number of a project.
func (x *index) home(project string) int32 {
	key := wiki.ProjectKey(project)
	n, ok := x.homes[key]
	if !ok {
		n = int32(len(x.homes))
		x.homes[key] = n
		x.seats = append(x.seats, x.seatFor(project))
	}
	return n
}

// homes is a set of projects, by number.
type homes []uint64

func (h homes) has(n int32) bool { return int(n/64) < len(h) && h[n/64]>>(n%64)&1 == 1 }

func (h homes) size() int {
	n := 0
	for _, w := range h {
		n += bits.OnesCount64(w)
	}
	return n
}

func (h *homes) add(n int32) {
	for len(*h) <= int(n/64) {
		*h = append(*h, 0)
	}
	(*h)[n/64] |= 1 << (n % 64)
}

// maxForms is how many ways of writing a topic are remembered.
const maxForms = 12

func (t *topic) see(m mention.Mention) {
	t.cls = max(t.cls, m.Class)
	for i := range t.forms {
		if f := &t.forms[i]; f.text == m.Form {
			f.n++
			f.code += bit(m.Ticked)
			f.cls = max(f.cls, m.Class)
			f.aka = f.aka && m.Labelled
			return
		}
	}
	if len(t.forms) < maxForms {
		t.forms = append(t.forms, form{text: m.Form, cls: m.Class, aka: m.Labelled, n: 1, code: bit(m.Ticked)})
	}
}
