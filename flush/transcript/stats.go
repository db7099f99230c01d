package transcript

import (
	"maps"
	"slices"

	"github.com/agent-admin/memoria/flush/transcript/jsonl"
	"github.com/agent-admin/memoria/flush/transcript/own"
)

// Rejected is the error of a step that a person refused.
const Rejected = "rejected"

// Stats reports what a [Reader] has read so far.
type Stats struct {
	Rows      int            // whole JSON values read
	Damaged   int            // lines with an unreadable part; complete values on them were read
	Torn      []int64        // where the first of them begin, as many as are kept
	Comments  int            // lines that begin with //
	Shortened int            // lines too long to hold, whose images and longest strings were cut
	Repeated  int            // words left out because the file had them already
	Sidechain int            // rows that belong to subagents
	Unknown   map[string]int // rows of a kind this package does not know, by type or type/subtype
	Skipped   map[string]int // rows of known kinds without words, by reason: the Skip constants
	Turns     map[Role]int   // turns returned by Next
	Titles    []Title        // titles of the session, in file order
	Session   string         // the first session id a row carries
	Own       bool           // the session is one of memoria's own model calls
	Offset    int64          // bytes up to the end of the last whole line, from where reading began
	Pending   int64          // bytes after Offset: a last line without its end
	Resume    int64          // where a later reading must begin at the latest: before what waits in the client's queue; 0 in UTF-16
	Rewound   bool           // the person went back to before a prompt that stands before where reading began
	Attaches  bool           // the client writes messages typed mid-turn into rows of their own
}

// A Title is a name that the client or a person gave a session.
type Title struct {
	Kind    string // summary, ai-title or custom-title, the last one given by a person
	Text    string
	Leaf    string // uuid of the last row the title covers, empty when the client gave none
	Session string // session id, empty when the row has none
}

// Reasons why a row of a known kind holds no words, the keys of [Stats.Skipped].
const (
	SkipState     = "state"        // client state, bookkeeping, progress
	SkipMeta      = "meta"         // rows the client wrote for the model
	SkipRecap     = "recap"        // compaction recaps
	SkipHook      = "hook"         // hook output
	SkipCommand   = "command"      // slash and shell commands, and their output
	SkipNotice    = "notification" // task notifications
	SkipInterrupt = "interrupt"    // a person stopped the agent
	SkipResult    = "result"       // tool results
	SkipTool      = "tool"         // tool calls and thinking
	SkipError     = "error"        // errors of the model's API
	SkipEmpty     = "empty"        // nothing left to read
)

// Skip counts a row of a known kind without words; why is one of the reasons.
func (s *Stats) Skip(why string) { count(&s.Skipped, why) }

// Odd counts a row of an unknown kind, under "(none)" if it names none and under "(more)" once a file
// holds many kinds.
func (s *Stats) Odd(kind string) {
	if kind = head(kind, 80); kind == "" {
		kind = "(none)"
	}
	if s.Unknown[kind] == 0 && len(s.Unknown) >= 100 {
		kind = "(more)"
	}
	count(&s.Unknown, kind)
}

// Gives counts a turn that Next returns.
func (s *Stats) Gives(t *Turn) { count(&s.Turns, t.Role) }

// mostTorn is of how many damaged lines it is kept where they begin.
const mostTorn = 1000

// Tears counts a damaged line, which begins at an offset.
func (s *Stats) Tears(at int64) {
	if s.Damaged++; len(s.Torn) < mostTorn {
		s.Torn = append(s.Torn, at)
	}
}

// Opens takes the first words of a session.
func (s *Stats) Opens(words string) {
	s.Own = own.Prompt(words)
}

// At returns what was read when l stands where it does now.
func (s Stats) At(l *jsonl.Lines) Stats {
	s.Unknown, s.Skipped, s.Turns, s.Titles = maps.Clone(s.Unknown), maps.Clone(s.Skipped), maps.Clone(s.Turns), slices.Clone(s.Titles)
	s.Torn = slices.Clip(s.Torn)
	s.Offset, s.Pending, s.Shortened, s.Resume = l.Offset(), l.Pending(), l.Shortened(), l.Place()
	return s
}

func count[K comparable](m *map[K]int, key K) {
	if *m == nil {
		*m = map[K]int{}
	}
	(*m)[key]++
}
