package subject

import (
	"github.com/agent-admin/memoria/compiler/subject/mention"
	"math/bits"
	"slices"

	"github.com/agent-admin/memoria/wiki"
)

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

// root returns the topic that id was united with.
func (x *index) root(id int32) int32 {
	for {
		up, ok := x.same[id]
		if !ok {
			return id
		}
		id = up
	}
}

// projectSuffix tells a project from what else has its name.
const projectSuffix = " (project)"

// seatFor is the key of a project's topic: that of its name, which of projects whose names differ by an ending
// alone, "hook" and "hooks", only the first has.
func (x *index) seatFor(project string) string {
	k := mention.Key(project)
	if k != "" && slices.Contains(x.seats, k) {
		k = wiki.ProjectKey(project) + projectSuffix
		x.topic(k)
	}
	return k
}

// seat is the key of a project's topic.
func (x *index) seat(project string) string { return x.seats[x.home(project)] }

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

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// evidence is what the lines about a topic amount to.
type evidence struct {
	lines   int // exchanges too: what a person asks about is what they come back to
	points  int // different lines that an article can hold, up to sessionPoints
	told    int // lines that are decisions or lessons
	entries int
	home    int // entries of the project that has most of them
	there   int // lines of the project that has most of them
	topical int // lines in entries whose title names it
	strong  int // named as only names are
	code    int // named in inline code
	low     int // named as any word is
	framed  int
	alone   int
}

// A count is evidence on its way through the lines of a topic.
type count struct {
	evidence
	next     int      // the first of the refs that is not counted
	entry    int32    // of the last that is
	projects []share  // of the projects so far
	texts    []string // lines that an article can hold
	homes    int      // in how many projects the topic was a name meanwhile, and one
}

// A share is what one project has of the evidence.
type share struct {
	project        int32
	lines, entries int
}
