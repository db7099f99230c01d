package queue

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/agent-admin/memoria/flush/redact/pathname"
	"github.com/agent-admin/memoria/fsutil"
)

// A Kind is the kind of event that was seen in a session.
type Kind string

const (
	Start   Kind = "start"   // the session began, or went on after a resume, a clear or a compaction
	Prompt  Kind = "prompt"  // a person said something
	Turn    Kind = "turn"    // the agent finished its answer
	Compact Kind = "compact" // what stands in the transcript is about to be condensed, or may be deleted
	End     Kind = "end"     // the session ended
	Seen    Kind = "seen"    // a sign of life
	Scan    Kind = "scan"    // no hook said so: a scan found that the transcript grew
)

// A way says how notes of a kind are stored.
type way struct {
	once   bool // one note a session, however often it is put
	each   bool // but one for each that has a message
	urgent bool // makes its session due at once
}

func (k Kind) way() (way, bool) {
	switch k {
	case Start, Compact, End:
		return way{urgent: true}, true
	case Turn:
		return way{}, true
	case Prompt:
		return way{once: true, each: true}, true
	case Seen:
		return way{once: true}, true
	case Scan:
		return way{once: true, urgent: true}, true
	}
	return way{}, false
}

// A Note is one event of a session. Agent, Session, Kind and At are required, the
// rest may be empty.
type Note struct {
	Kind       Kind      `json:"kind"`
	Agent      string    `json:"agent"`
	Session    string    `json:"session"`
	Transcript string    `json:"transcript,omitempty"` // its path, in the system's own form
	Dir        string    `json:"dir,omitempty"`        // the session's working directory
	Why        string    `json:"why,omitempty"`        // the cause that the agent reports: a source, a reason, a trigger
	Message    string    `json:"message,omitempty"`    // with Turn: the agent's last message; with Prompt: the person's; without what may be a secret
	Mark       string    `json:"mark,omitempty"`       // Mark of the message as it was
	PID        int       `json:"pid,omitempty"`        // of the agent
	At         time.Time `json:"at"`
}

const (
	maxFile    = 8 << 20   // bytes of a file in the queue
	maxMessage = 128 << 10 // bytes; JSON writes a byte as six at most
	maxField   = 4 << 10   // bytes of any other field: longer is no path and no id
)

// errNobody says that a note names no session.
var errNobody = errors.New("note names no session")

// check returns an error for a note that cannot be queued, and normalizes the others.
func (n *Note) check() error {
	if _, ok := n.Kind.way(); !ok {
		return fmt.Errorf("note of unknown kind %q", n.Kind)
	}
	n.Agent, n.Session = string([]rune(n.Agent)), string([]rune(n.Session)) // as JSON gives them back, so that a session keeps its key
	n.At = n.At.UTC()                                                       // which also saves reading the zone
	switch {
	case n.Session == "" || n.Agent == "":
		return errNobody
	case len(n.Session) > maxField || len(n.Agent) > maxField:
		return errors.New("note has an id of more than 4 KiB")
	case n.At.IsZero():
		return errors.New("note has no time")
	}
	for _, s := range []*string{&n.Transcript, &n.Dir, &n.Mark} { // half a path leads elsewhere
		if len(*s) > maxField {
			*s = ""
		}
	}
	n.Why = head(n.Why, maxField)
	n.Message = tail(n.Message, maxMessage)
	return nil
}

// head returns the beginning of s in at most max bytes of whole runes.
func head(s string, max int) string {
	if len(s) <= max {
		return s
	}
	return strings.ToValidUTF8(s[:max], "")
}

// tail returns the end of s in at most max bytes of whole runes.
func tail(s string, max int) string {
	if len(s) <= max {
		return s
	}
	return strings.ToValidUTF8(s[len(s)-max:], "")
}

// MarshalJSON hides what looks like a secret in the names of folders.
func (n Note) MarshalJSON() ([]byte, error) {
	type plain Note
	n.Transcript, n.Dir = pathname.Hide(n.Transcript), pathname.Hide(n.Dir)
	return json.Marshal(plain(n))
}

// UnmarshalJSON finds these folders again.
func (n *Note) UnmarshalJSON(b []byte) error {
	type plain Note
	err := json.Unmarshal(b, (*plain)(n))
	n.Transcript, n.Dir = pathname.Reveal(n.Transcript, pathname.Hide), pathname.Reveal(n.Dir, pathname.Hide)
	return err
}

func decodeNote(b []byte) (Note, error) {
	var n Note
	if err := json.Unmarshal(b, &n); err != nil {
		return n, err
	}
	return n, n.check()
}

const keyDigits = 24

// Key returns the name of a session's files in the queue.
func Key(agent, session string) string {
	return fsutil.Hash([]byte(agent + "\x00" + session))[:keyDigits]
}

const noteSuffix = ".json"

// kindRetry is the kind, in a file name, of a dead job that somebody put back.
const kindRetry Kind = "retry"

// A noteName is the parsed name of a file in the queue: KEY.KIND.json if a session has only one such
// note, else KEY.KIND.UNIXNANO-RANDOM.json.
type noteName struct {
	file string
	key  string
	kind Kind
	at   int64 // Unix nanoseconds; 0 when the name does not say
}

// parseName parses the name of a file of the queue; ok is false for other files.
func parseName(file string) (noteName, bool) {
	n := noteName{file: file}
	stem, ok := strings.CutSuffix(file, noteSuffix)
	if !ok {
		return n, false
	}
	key, rest, ok := strings.Cut(stem, ".")
	if !ok || !isKey(key) {
		return n, false
	}
	kind, unique, timed := strings.Cut(rest, ".")
	n.key, n.kind = key, Kind(kind)
	w, known := n.kind.way()
	if n.kind != kindRetry && (!known || w.once == timed && !w.each) {
		return n, false
	}
	if !timed {
		return n, n.kind != kindRetry
	}
	nano, _, ok := strings.Cut(unique, "-")
	at, err := strconv.ParseInt(nano, 10, 64)
	n.at = at
	return n, ok && err == nil && at > 0
}

func isKey(s string) bool {
	return len(s) == keyDigits && strings.Trim(s, "0123456789abcdef") == ""
}
