package agent

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/redact/cautious"
)

var (
	// ErrUnknown says that the agent or the event is not known, ErrPayload that nothing can be made of what the agent sent.
	ErrUnknown = errors.New("not known to this version")
	ErrPayload = errors.New("payload")

	// errNobody says that a payload names no session.
	errNobody = errors.New("payload names no session")

	errNothing = errors.New("no payload on standard input")

	// errSubagent says that an event is of a subagent, in which no person speaks.
	errSubagent = errors.New("of a subagent")
)

// decode reads the payload of an event, one JSON object, without waiting for the end of r, and for two seconds at
// most; it abandons a Read that hangs. Every field may be missing or wrong. For a damaged payload it returns what
// could be read and a warning. It returns an error if nothing can be queued: an ErrUnknown or errNobody, or what is
// wrong with the payload. The note has no time. prompt is what a person typed, if that is the event.
func decode(agent, event string, r io.Reader) (n queue.Note, prompt string, warnings []string, err error) {
	kind, ok := kindOf(agent, event)
	if !slices.Contains(hookline.Known, agent) || !ok {
		return queue.Note{}, "", nil, fmt.Errorf("%s, %s: %w", name("agent", agent), name("event", event), ErrUnknown)
	}
	buf, broken := read(r)
	if len(buf) == 0 {
		return queue.Note{}, "", nil, broken
	}
	p := parse(buf)
	if broken == nil && !p.whole {
		broken = errors.New("payload is damaged")
	}
	if broken != nil {
		p.warnings = append(p.warnings, broken.Error())
	}
	if clients[agent].subagents && p.subagent != "" || strings.EqualFold(plain(event), "subagentstop") || filepath.Base(filepath.Dir(p.transcript)) == "subagents" {
		return queue.Note{}, "", nil, errSubagent
	}
	switch {
	case p.cursor != "": // names its transcripts after the conversation
		agent, p.session = hookline.Cursor, cmp.Or(sessionOf(p.transcript), p.conversation, p.session)
	case agent == hookline.Agent && p.timed && (p.transcript == "" || filepath.Base(p.transcript) == "events.jsonl"):
		agent = hookline.Copilot
	}
	p.session = cmp.Or(p.session, p.conversation)
	prompt = cmp.Or(p.submitted, p.prompt)
	return p.note(agent, kind, prompt), prompt, p.warnings, p.missing(broken)
}

// A payload is what was read of an object. Its paths and ids can be used as they are.
type payload struct {
	session, transcript, dir string
	conversation             string // Cursor's name of the session
	why                      string
	prompt, message          string
	submitted                string // as typed, of an agent whose prompt has more
	subagent                 string
	cursor                   string // the version of Cursor, which runs the hooks of Claude Code, too
	timed                    bool   // it says when, as Claude Code's never do, whose hooks Copilot runs, too

	whole    bool
	warnings []string
}

// The fields that hold paths. On Windows they have come with their backslashes not escaped.
const (
	keyTranscript = "transcript_path"
	keyDir        = "cwd"
)

func isPath(key string) bool {
	return key == keyTranscript || key == keyDir || key == "agent_transcript_path"
}

// parse reads a payload as JSON, and once more with the backslashes of its paths taken as they stand when it is clear
// that they were not escaped: by an escape that JSON does not know or a control character in a path of Windows, or by
// making no sense behind one.
func parse(b []byte) *payload {
	p := &payload{}
	raw := false
	p.whole = fields(b, func(string) bool { return false }, func(f field) {
		p.set(f, false)
		raw = raw || f.text && isPath(f.key) && isRaw(f.raw)
	})
	if !raw && (p.whole || !hasRaw(b)) {
		return p
	}
	repaired := &payload{}
	repaired.whole = fields(b, isPath, func(f field) { repaired.set(f, true) })
	if !raw && !repaired.whole {
		return p // it was something else
	}
	repaired.warnings = append(repaired.warnings, "paths came with bare backslashes, which were taken as they stand")
	return repaired
}

// isRaw reports whether a path, as it is written between its quotes, cannot have been escaped.
func isRaw(raw []byte) bool {
	if !isWindows(string(raw[:min(len(raw), 3)])) {
		return false // elsewhere a control character is as good as any in a name
	}
	s, odd := unescape(raw)
	return odd || strings.ContainsFunc(s, unicode.IsControl)
}

// hasRaw reports whether a damaged payload has a Windows path whose last backslash may have hidden its
// quote.
func hasRaw(b []byte) (has bool) {
	fields(b, isPath, func(f field) {
		has = has || f.text && isPath(f.key) && isWindows(string(f.raw)) && f.raw[len(f.raw)-1] == '\\'
	})
	return has
}

// isWindows reports whether a path begins as one of Windows does: C:\ or \\server.
func isWindows(s string) bool {
	if len(s) >= 3 && s[1] == ':' && s[2] == '\\' {
		c := s[0] | 0x20
		return 'a' <= c && c <= 'z'
	}
	return strings.HasPrefix(s, `\\`)
}

// set takes a field. Of two with one name the later holds, as for the agent itself.
func (p *payload) set(f field, literal bool) {
	var to *string
	switch f.key {
	case "session_id":
		to = &p.session
	case "conversation_id":
		to = &p.conversation
	case "cursor_version":
		to = &p.cursor
	case keyTranscript:
		to = &p.transcript
	case keyDir:
		to = &p.dir
	case "source", "reason", "trigger":
		to = &p.why
	case "prompt":
		to = &p.prompt
	case "submitted_prompt":
		to = &p.submitted
	case "agent_id":
		to = &p.subagent
	case "last_assistant_message":
		to = &p.message
	case "timestamp":
		p.timed = true
	}
	if to == nil {
		return
	}
	*to = ""
	switch {
	case !f.text:
		if string(f.raw) != "null" {
			p.warn("%s is no text", f.key)
		}
		return
	case len(f.raw) >= maxString-1:
		p.warn("%s is too long", f.key)
		return
	}
	s := string(f.raw)
	if !literal || !isPath(f.key) {
		s, _ = unescape(f.raw)
	}
	s = strings.ToValidUTF8(s, "\ufffd")
	switch {
	case isPath(f.key):
		s = p.path(f.key, s)
	case to == &p.session || to == &p.conversation:
		s = p.id(f.key, s)
	case to == &p.why && s != "" && !isPlain(s):
		p.warn("%s is no plain word", f.key)
		s = ""
	}
	*to = s
}

func (p *payload) warn(format string, args ...any) {
	p.warnings = append(p.warnings, fmt.Sprintf(format, args...))
}

// path takes a path that leads to the same place wherever it is read.
func (p *payload) path(key, s string) string {
	switch {
	case s == "":
	case strings.ContainsRune(s, 0):
		p.warn("%s holds a NUL", key)
	case !filepath.IsAbs(s) && !isWindows(s) && !strings.HasPrefix(s, "/"):
		p.warn("%s %q is not absolute", key, short(s))
	default:
		return s
	}
	return ""
}

// maxID is the length of the longest session id, in bytes. Real ones have 36.
const maxID = 256

func (p *payload) id(key, s string) string {
	s = strings.TrimSpace(s)
	if len(s) > maxID || strings.ContainsFunc(s, unicode.IsControl) {
		p.warn("%s %q is no id", key, short(s))
		return ""
	}
	return s
}

// maxPlain is the length of the longest word that is taken as it stands.
const maxPlain = 32

// isPlain reports whether s is a word such as agents have for things, which holds nothing but itself.
func isPlain(s string) bool {
	return s != "" && len(s) <= maxPlain && !strings.ContainsFunc(s, func(r rune) bool { return !isLetter(r) && r != '_' && r != '-' })
}

// name returns an agent or event for the log, which nothing else may reach in their place.
func name(what, s string) string {
	if !isPlain(s) {
		return "unknown " + what
	}
	return fmt.Sprintf("%s %q", what, s)
}

func short(s string) string {
	if len(s) > 60 {
		return s[:60] + "…"
	}
	return s
}

// maxPrompt is how many bytes of a prompt are kept for a session whose transcript goes: more is pasted.
const maxPrompt = 64 << 10

// note returns the note of a payload.
func (p *payload) note(agent string, kind queue.Kind, prompt string) queue.Note {
	n := queue.Note{Kind: kind, Agent: agent, Session: p.session, Transcript: p.transcript, Dir: p.dir, Why: p.why}
	switch kind {
	case queue.Turn:
		n.Message, n.Mark = cautious.Text(p.message), queue.Mark(p.message)
	case queue.Prompt:
		// The agent speaks to itself by this event too, and then no person said anything.
		words := strings.TrimSpace(prompt)
		if strings.HasPrefix(words, "<task-notification>") || strings.HasPrefix(words, "<system_notification>") || clients[agent].silent && words == "" {
			n.Kind = queue.Seen
			break
		}
		n.Message, n.Mark = cautious.Text(clip(words)), queue.Mark(words)
	}
	if n.Session == "" {
		n.Session = sessionOf(p.transcript)
	}
	return n
}

// clip returns a prompt in at most maxPrompt bytes: its beginning and, from behind a line that says something, its end, where
// clients put the words of a person. What may have begun in between, as a private span, takes the end along.
func clip(words string) string {
	if len(words) <= maxPrompt {
		return words
	}
	const tail = maxPrompt / 4
	head, gone, end := words[:maxPrompt-tail], words[maxPrompt-tail:len(words)-tail], words[len(words)-tail:]
	head = strings.ToValidUTF8(head[:strings.LastIndexAny(head, " \n")+1], "") // half a word hides what it was
	_, end, _ = strings.Cut(end, "\n")
	for line := ""; strings.TrimSpace(line) == "" && end != ""; {
		line, end, _ = strings.Cut(end, "\n")
	}
	if strings.Contains(gone, "-----BEGIN") || strings.Contains(strings.ToLower(gone), "<private") {
		end = ""
	}
	return head + "\n" + cautious.Withheld + "\n" + end
}

// sessionOf returns the id that a transcript's name gives: /…/ID.jsonl.
func sessionOf(transcript string) string {
	base := transcript[strings.LastIndexAny(transcript, `/\`)+1:]
	id, ok := strings.CutSuffix(base, ".jsonl")
	if !ok || len(id) > maxID || strings.ContainsFunc(id, unicode.IsControl) {
		return ""
	}
	return id
}

// missing says why a payload cannot be queued.
func (p *payload) missing(broken error) error {
	if p.session != "" || sessionOf(p.transcript) != "" {
		return nil
	}
	if broken != nil {
		return broken
	}
	return errNobody
}

// kindOf returns what an event of an agent says of its session. Events are known in any spelling of
// their words: SessionEnd, session-end.
func kindOf(agent, event string) (queue.Kind, bool) {
	if kind, ok := clients[agent].kinds[event]; ok {
		return kind, true
	}
	switch strings.ToLower(plain(event)) {
	case "sessionstart":
		return queue.Start, true
	case "userpromptsubmit", "beforesubmitprompt":
		return queue.Prompt, true
	case "stop":
		return queue.Turn, true
	case "precompact":
		return queue.Compact, true
	case "sessionend":
		return queue.End, true
	case "posttooluse", "subagentstop", "interrupt":
		return queue.Seen, true
	}
	return "", false
}

// plain returns the name of an event without what stands between its words.
func plain(event string) string { return strings.NewReplacer("-", "", "_", "").Replace(event) }

// urgent reports whether a note makes its session due whatever else waits.
func urgent(k queue.Kind) bool { return k == queue.Start || k == queue.Compact || k == queue.End }

func isLetter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }
