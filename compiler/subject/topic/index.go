package topic

import (
	"math/bits"
	"slices"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// An Index holds the lines by topic, in the order of their dates.
type Index struct {
	Entries []entry
	Lines   []Line
	Topics  []*Topic
	ByKey   map[string]int32
	Homes   map[string]int32 // the numbers of the projects, by wiki.ProjectKey
	Seats   []string         // by project: the key of its topic
	Same    map[int32]int32  // topics that are another topic: see unite
	Truth   []truth          // by line
	dated   []daily.Dated    // the entries, in order
	Claimed []bool           // by line: a subject had it at the end of its entry
}

// An entry is what the index keeps of a log entry.
type entry struct {
	Date        wiki.Date
	Session     string
	Project     string
	Home        int32 // the number of the project, however it is written
	Title       string
	titled      []int32 // topics that its title names
	First, Last int32   // its lines

	Settles bool // a person decides in it which of two claims holds; it is evidence of no subject
}

// A Topic is a candidate: a name under which lines are gathered. It becomes a subject once it has enough evidence,
// and stays one.
type Topic struct {
	Key     string
	Cls     mention.Class
	Forms   []Form
	named   int     // how often it is named
	refs    []ref   // those of the first maxLooked that lines are about, in the order of the entries
	inner   []int32 // topics whose names are part of this one's
	titled  int     // entries whose title names it
	home    homes   // where it is written as a name
	known   count   // evidence of the entries before
	Subject bool
	hidden  bool  // another subject has its lines for good: see apart
	Since   int32 // the entry that made it a subject
	Title   string
}

// A Form is one way a topic was written.
type Form struct {
	Text   string
	Cls    mention.Class
	Aka    bool // with a label that the key omits
	N      int
	Code   int  // how often in inline code
	Former bool // an earlier name: see follow
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

func (x *Index) Topic(key string) int32 {
	if id, ok := x.ByKey[key]; ok {
		return id
	}
	id := int32(len(x.Topics))
	x.ByKey[key] = id
	x.Topics = append(x.Topics, &Topic{Key: key})
	return id
}

// home returns the number of a project.
func (x *Index) home(project string) int32 {
	key := wiki.ProjectKey(project)
	n, ok := x.Homes[key]
	if !ok {
		n = int32(len(x.Homes))
		x.Homes[key] = n
		x.Seats = append(x.Seats, x.seatFor(project))
	}
	return n
}

// Root returns the topic that id was united with.
func (x *Index) Root(id int32) int32 {
	for {
		up, ok := x.Same[id]
		if !ok {
			return id
		}
		id = up
	}
}

// ProjectSuffix distinguishes a project from other things of its name.
const ProjectSuffix = " (project)"

// seatFor returns the key of a project's topic, which is that of its name. If names of projects differ only by an
// ending, "hook" and "hooks", only the first gets that key.
func (x *Index) seatFor(project string) string {
	k := mention.Key(project)
	if k != "" && slices.Contains(x.Seats, k) {
		k = wiki.ProjectKey(project) + ProjectSuffix
		x.Topic(k)
	}
	return k
}

// Seat returns the key of a project's topic.
func (x *Index) Seat(project string) string { return x.Seats[x.home(project)] }

// MaxForms is how many forms of a topic are kept.
const MaxForms = 12

func (t *Topic) see(m mention.Mention) {
	t.Cls = max(t.Cls, m.Class)
	for i := range t.Forms {
		if f := &t.Forms[i]; f.Text == m.Form {
			f.N++
			f.Code += Bit(m.Ticked)
			f.Cls = max(f.Cls, m.Class)
			f.Aka = f.Aka && m.Labelled
			return
		}
	}
	if len(t.Forms) < MaxForms {
		t.Forms = append(t.Forms, Form{Text: m.Form, Cls: m.Class, Aka: m.Labelled, N: 1, Code: Bit(m.Ticked)})
	}
}

func Bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// evidence sums up the lines about a topic.
type evidence struct {
	lines   int // exchanges too, because a person returns to what they ask about
	Points  int // different lines that an article can hold, up to sessionPoints
	told    int // lines that are decisions or lessons
	entries int
	home    int // entries of the project that has most of them
	there   int // lines of the project that has most of them
	topical int // lines in entries whose title names it
	strong  int // lines that write it as only names are written
	code    int // named in inline code
	low     int // lines that write it like any other word
	framed  int
	alone   int
}

// A count is evidence that is still being counted.
type count struct {
	evidence
	next     int      // index of the first ref that is not counted yet
	entry    int32    // of the last counted ref
	projects []share  // of the projects so far
	texts    []string // lines that an article can hold
	homes    int      // in how many projects the topic was a name when counted, plus one
}

// A share is one project's part of the evidence.
type share struct {
	project        int32
	lines, entries int
}
