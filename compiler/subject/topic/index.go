package topic

import (
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
	Same    map[int32]int32  // topics that are another topic: see Join
	Truth   []truth          // by line
	dated   []daily.Dated    // the entries, in order
	Claimed []bool           // by line: a subject had it at the end of its entry
	byStart []*Topic         // in the order of their keys; nil until they are needed
	byEnd   []*Topic         // the same, of the keys read from the end
}

// An entry is what the index keeps of a log entry.
type entry struct {
	Date        wiki.Date
	Session     string
	Project     string
	Branch      string
	Asked       []string // its title, and what a person asked in it
	Home        int32    // the number of the project, however it is written
	asked       []int32  // topics that its title or its context names
	First, Last int32    // its lines

	Weighed bool // a model chose its lines
	Settles bool // a person decides in it which of two claims holds; it is evidence of no subject
}

// A Topic is a candidate: a name under which lines are gathered. It becomes a subject once it has enough evidence,
// and stays one.
type Topic struct {
	Key     string
	Forms   []Form
	shares  []share // by project, in the order in which they named it
	refs    []ref   // the first maxLooked of lines that are about it
	Subject bool
	Since   int32 // the entry that made it a subject
	Title   string
	homes   []int32 // the projects in which it is one
	kept    bool    // it is one only because it has a page
}

// Keep makes a subject of a topic because it has a page.
func (t *Topic) Keep() { t.Subject, t.kept = true, true }

// A Form is one way a topic was written.
type Form struct {
	Text string
	Cls  mention.Class
	Aka  bool // with a label that the key omits
	N    int
}

// Topic returns the topic of a key, a new one if there is none.
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
	if k == "" {
		return ""
	}
	if slices.Contains(x.Seats, k) {
		k = wiki.ProjectKey(project) + ProjectSuffix
	}
	x.Topic(k)
	return k
}

// Seat returns the key of a project's topic.
func (x *Index) Seat(project string) string { return x.Seats[x.home(project)] }

// maxForms is how many forms of a topic are kept.
const maxForms = 12

// see counts one more mention in its form.
func (t *Topic) see(f Form) {
	i := slices.IndexFunc(t.Forms, func(g Form) bool { return g.Text == f.Text })
	switch {
	case i >= 0:
		g := &t.Forms[i]
		g.N += f.N
		g.Cls, g.Aka = max(g.Cls, f.Cls), g.Aka && f.Aka
	case len(t.Forms) < maxForms:
		t.Forms = append(t.Forms, f)
	}
}

// Join makes b the same topic as a.
func (x *Index) Join(a, b int32) {
	if a, b = x.Root(a), x.Root(b); a == b {
		return
	}
	x.Same[b] = a
	for _, f := range x.Topics[b].Forms {
		x.Topics[a].see(f)
	}
}
