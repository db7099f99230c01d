package entry

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Kind says what a bullet is: the section of an entry it stands under.
type Kind uint8

const (
	Decision   Kind = iota + 1 // what was concluded, with the why
	Lesson                     // what was learned: a cause, a trap, something tried and dropped
	Preference                 // how the person wants things done
	Fact                       // what holds in this project
	Action                     // what remains to be done
	Exchange                   // what was asked and answered, where nothing more was concluded
)

// A Bullet is one line of an entry: one thing worth remembering, with an address.
type Bullet struct {
	Kind  Kind
	Text  string // one line: words, inline code and emphasis; anything else that means something in Markdown is literal
	Block string // block id without the caret; Append assigns it when empty
	Done  bool   // Action only: the box is ticked

	// Settles names earlier lines, as [LineRef] does, with commas between: this line answers, finishes or corrects them.
	Settles string
}

// A Summary is what an author makes of a stretch of turns: the words of an entry without its provenance.
type Summary struct {
	Title   string // as a person would have named it; one line, no Markdown
	Context string // one line: what the work was about
	Bullets []Bullet
}

// Cleaned returns the summary with what clean makes of its words.
func (s Summary) Cleaned(clean func(string) string) Summary {
	s.Title, s.Context, s.Bullets = clean(s.Title), clean(s.Context), slices.Clone(s.Bullets)
	for i := range s.Bullets {
		s.Bullets[i].Text = clean(s.Bullets[i].Text)
	}
	return s
}

// An Entry is one summarised stretch of one session, in the log of the day of its last row.
type Entry struct {
	ID      string // derived from Agent, Session and To: see [EntryID]
	Agent   string // claude, or person for a settlement: see [Settler]
	Session string // session id, empty in a log kept by hand
	Project string // as it is called; in the file, as it was called then
	Repo    string // id of its repository; "" in entries of earlier versions, and where none is known
	Branch  string
	At      time.Time // time of the last row summarised, in the vault's zone, to the second
	Started time.Time // time of the first row; only shown, and only where it lies on another day than At
	From    string    // uuid of the first row summarised
	To      string    // uuid of the last row summarised
	By      string    // what wrote it: extractive, claude-cli/haiku; see [PromptsBy]
	Machine string    // in a shared vault, the machine that wrote it
	Who     string    // in a shared vault, the person whose session it was
	Redoes  string    // id of the entry that this one replaces, as a new summary of the same turns; see [RedoID]
	Summary

	settles string // as the marker has it
}

// Gone reports whether the words of an entry were removed for good.
func (e *Entry) Gone() bool { return e.Title == Forgotten && len(e.Bullets) == 0 }

// Better reports whether e counts rather than o, another text of the same entry: the one that was forgotten, then the
// longer one, then the first in the order of bytes. So the choice is the same on each machine.
func (e *Entry) Better(o *Entry) bool {
	if e.Gone() != o.Gone() {
		return e.Gone()
	}
	a, b := Text(*e), Text(*o)
	return cmp.Or(len(b)-len(a), strings.Compare(a, b)) < 0
}

// Forgotten is the title of an entry whose words were removed for good.
const Forgotten = "forgotten"

// PromptsBy returns the By of an entry that only tells what a person asked an agent, whose answers are lost.
func PromptsBy(agent string) string { return agent + prompts }

const prompts = "-prompts"

// Unanswered reports whether the entry only tells what was asked: see [PromptsBy]. It is found by a search and concludes
// nothing.
func (e *Entry) Unanswered() bool { return strings.HasSuffix(e.By, prompts) }
