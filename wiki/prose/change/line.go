package change

// A Line is what a line says, in a form that can be compared with another.
type Line struct {
	Tried bool // it reports what was tried and dropped

	parts   []part // its clauses
	lacks   []lack // those that report a problem
	mends   []mend // those that say that something works now, or exists
	wants   bool   // it says that something is missing
	settles bool
	amends  bool
	undone  int // how many parts a later sentence has taken back
}

// A part is a clause, or the clauses that describe a change.
type part struct {
	old, now []string // stems; old only where the line names it
	about    []string // the stems of what else it says; in a clause without a change, of all
	topic    []string // those of about that stand before its verb, in a clause without a change
	toks     []tok
	kind     kind // kinds where it describes no change
	nay      bool // it says what is not so
	denies   bool // it begins with a denial, which is meant to hold
	state    bool // it says how something is
	uses     bool // it says what is used
	adopts   bool // it says so, or orders it
	single   bool // it says so of something unique: where it runs, what it is
	doubt    bool // it is not about now, or not about all that it names: a question, a plan, a report, a case
	cased    bool // it is about some or about a case, or names something else of which it is true
	amends   bool
	later    bool // it holds from now on
}

// A mend is a clause that says how something is since a change: it works now, it does this now, it was
// fixed, it was added.
type mend struct {
	kind  mending
	head  []string // what works or was fixed; of what does something, who does it; the names of what was added
	about []string // that, and what else the clause says
	names []string // those of about that are written as only names are
	verb  string   // what is done now
	place []string // those of about that say where, for whom, to what
	all   []string // what its sentence says
	whole bool     // it is about more than a name alone
}

type mending uint8

const (
	does mending = iota
	works
	fixed
	added
)

// A lack is a clause that says that something is missing or does not work.
type lack struct {
	topic  string   // the name that its sentence begins with
	about  []string // what the clause says
	absent bool     // it says that there is none
}

// A Reader reads lines.
type Reader struct {
	Stop func(word string) bool // required: reports whether a word carries no meaning of its own
	Home string                 // the project of the line: "works in" that project is no special case
}
