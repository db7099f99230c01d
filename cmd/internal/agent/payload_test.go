package agent

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil/must"
)

const (
	aSession    = "3f0a6c1e-52b7-4d0e-9a55-0d1e7b6f2c11"
	aTranscript = "/home/ana/.claude/projects/-home-ana-src-tide/" + aSession + ".jsonl"
	common      = `"session_id":"` + aSession + `","transcript_path":"` + aTranscript + `","cwd":"/home/ana/src/tide"`
)

// Every event as the client sends it, with all the fields it has besides those that are wanted.
func TestDecodeEvents(t *testing.T) {
	note := func(k queue.Kind, why string) queue.Note {
		return queue.Note{Kind: k, Agent: "claude", Session: aSession, Transcript: aTranscript, Dir: "/home/ana/src/tide", Why: why}
	}
	turn := note(queue.Turn, "")
	turn.Message, turn.Mark = "The tide table is done.\n", queue.Mark("The tide table is done.\n")
	prompt := func(text string) queue.Note {
		n := note(queue.Prompt, "")
		n.Message, n.Mark = text, queue.Mark(text)
		return n
	}
	for _, c := range []struct {
		event, rest string
		want        queue.Note
	}{
		{"SessionStart", `"hook_event_name":"SessionStart","source":"startup","model":"m"`, note(queue.Start, "startup")},
		{"SessionStart", `"hook_event_name":"SessionStart","source":"resume","context_tokens":14222,"prompt_cache_likely_expired":false,"estimated_cache_write_usd":0.0356`, note(queue.Start, "resume")},
		{"SessionStart", `"source":"compact"`, note(queue.Start, "compact")},
		{"session-start", `"source":"clear"`, note(queue.Start, "clear")},
		{"UserPromptSubmit", `"prompt":"add a \"tide\" table","permission_mode":"auto"`, prompt(`add a "tide" table`)},
		{"UserPromptSubmit", `"prompt":"/greet Ana"`, prompt("/greet Ana")},
		{"UserPromptSubmit", `"prompt":"<task-notification>\n<task-id>b1</task-id>"`, note(queue.Seen, "")},
		{"PostToolUse", `"tool_name":"Bash","tool_input":{"command":"echo \"}]\" {","n":[1,{"session_id":"inner"}]},"tool_response":{"stdout":"x","isImage":false},"duration_ms":20`, note(queue.Seen, "")},
		{"PostToolUse", `"tool_response":{"file":{"base64":"` + strings.Repeat("iVBORw0KGgo", 300_000) + `"}},"tool_use_id":"t"`, note(queue.Seen, "")},
		{"Stop", `"effort":{"level":"medium"},"stop_hook_active":true,"last_assistant_message":"The tide table is done.\n","background_tasks":[{"id":"b"}],"session_crons":[]`, turn},
		{"Stop", `"stop_hook_active":false`, note(queue.Turn, "")}, // old clients tell no message
		{"PreCompact", `"trigger":"manual","custom_instructions":null`, note(queue.Compact, "manual")},
		{"SessionEnd", `"reason":"prompt_input_exit"`, note(queue.End, "prompt_input_exit")},
	} {
		for _, payload := range []string{"{" + common + "," + c.rest + "}", "{" + c.rest + "," + common + "}\n"} {
			got, warnings, err := decodeNote("claude", c.event, strings.NewReader(payload))
			must.Hold(t, err == nil && len(warnings) == 0, "%s: %v %q", c.event, err, warnings)
			must.Hold(t, got == c.want, "%s %.80s: got\n%+v, want\n%+v", c.event, c.rest, got, c.want)
		}
	}
}

// What agents have sent in place of a path, and what is made of it.
func TestDecodePaths(t *testing.T) {
	for _, c := range []struct {
		name, payload, transcript, dir, warning string
	}{
		{"empty", `{"session_id":"s1","transcript_path":"","cwd":"/w/p"}`, "", "/w/p", ""},
		{"missing", `{"session_id":"s1"}`, "", "", ""},
		{"null", `{"session_id":"s1","transcript_path":null,"cwd":null}`, "", "", ""},
		{"number", `{"session_id":"s1","transcript_path":42,"cwd":["/w"]}`, "", "", "transcript_path is no text; cwd is no text"},
		{"not there", `{"session_id":"s1","transcript_path":"/nope/x.jsonl"}`, "/nope/x.jsonl", "", ""},
		{"relative", `{"session_id":"s1","transcript_path":"../x.jsonl","cwd":"p"}`, "", "", "not absolute"},
		{"NUL", `{"session_id":"s1","transcript_path":"/w/\u0000x","cwd":"/w"}`, "", "/w", "NUL"},
		{"escaped", `{"session_id":"s1","transcript_path":"C:\\temp\\new.jsonl","cwd":"\\\\srv\\new"}`, `C:\temp\new.jsonl`, `\\srv\new`, ""},
		{"raw, no JSON", `{"session_id":"s1","transcript_path":"C:\Users\me\p\s1.jsonl"}`, `C:\Users\me\p\s1.jsonl`, "", "backslashes"},
		{"raw, but JSON", `{"session_id":"s1","transcript_path":"C:\temp\new\bar.jsonl"}`, `C:\temp\new\bar.jsonl`, "", "backslashes"},
		{"form feed and return", `{"session_id":"s1","cwd":"D:\foo\rar"}`, "", `D:\foo\rar`, "backslashes"},
		{"one raw, so all", `{"session_id":"s1","transcript_path":"C:\u0041bc\x.jsonl","cwd":"C:\u0042"}`, `C:\u0041bc\x.jsonl`, `C:\u0042`, "backslashes"},
		{"raw server", `{"session_id":"s1","transcript_path":"\\srv\share\x.jsonl"}`, `\\srv\share\x.jsonl`, "", "backslashes"},
		{"raw, a root in the middle", `{"session_id":"s1","cwd":"C:\","transcript_path":"C:\t.jsonl"}` + "\n", `C:\t.jsonl`, `C:\`, "backslashes"},
		{"raw, a root at the end", `{"session_id":"s1","transcript_path":"C:\\t.jsonl","cwd":"D:\"}`, `C:\\t.jsonl`, `D:\`, "backslashes"},
		{"raw beside escaped text", `{"session_id":"s1","cwd":"C:\Users","last_assistant_message":"said \"x\", then\n\"y\"","transcript_path":"C:\new.jsonl"}`, `C:\new.jsonl`, `C:\Users`, "backslashes"},
		{"control characters where they are names", `{"session_id":"s1","cwd":"/w/a\tb\nc"}`, "", "/w/a\tb\nc", ""},
		{"no UTF-8", "{\"session_id\":\"s1\",\"cwd\":\"/w/\xff\xfe\"}", "", "/w/\ufffd", ""},
		{"half a surrogate", `{"session_id":"s1","cwd":"/w/\ud83d\ude00\ud83d-\udc00"}`, "", "/w/😀\ufffd-\ufffd", ""},
	} {
		got, warnings, err := decodeNote("claude", "PreCompact", strings.NewReader(c.payload))
		must.Hold(t, err == nil && got.Session == "s1", "%s: session %q, %v", c.name, got.Session, err)
		must.Hold(t, got.Transcript == c.transcript && got.Dir == c.dir, "%s: got %q, %q, want %q, %q", c.name, got.Transcript, got.Dir, c.transcript, c.dir)
		w := strings.Join(warnings, "; ")
		must.Hold(t, (c.warning != "" || w == "") && strings.Contains(w, c.warning) && strings.Count(w, "backslashes") <= 1, "%s: warned %q", c.name, w)
	}
}

// A message in a payload with raw paths is decoded all the same.
func TestDecodeRawKeepsTheMessage(t *testing.T) {
	got, _, err := decodeNote("claude", "Stop", strings.NewReader(`{"session_id":"s1","cwd":"C:\Users","last_assistant_message":"said \"x\", then\n\"y\""}`))
	want := "said \"x\", then\n\"y\""
	must.Hold(t, err == nil && got.Message == want, "got %q, %v", got.Message, err)
}

// What is no payload, or half of one, gives what there is and never waits.
func TestDecodeDamaged(t *testing.T) {
	whole := "{" + common + `,"reason":"other"}`
	for _, c := range []struct {
		name, payload, session string
		err                    error // nil for any
	}{
		{"nothing", "", "", errNothing},
		{"white space", " \r\n\t", "", errNothing},
		{"mark only", "\ufeff", "", errNothing},
		{"array", `[{"session_id":"s1"}]`, "", errNoObject},
		{"string", `"session_id"`, "", errNoObject},
		{"number", `42`, "", errNoObject},
		{"null", `null`, "", errNoObject},
		{"NUL before", "\x00" + whole, "", errNoObject},
		{"UTF-16", "\xff\xfe{\x00", "", errNoObject},
		{"empty", `{}`, "", errNobody},
		{"byte order mark", "\ufeff\n" + whole, aSession, nil},
		{"what follows", whole + whole + "}}}", aSession, nil},
		{"cut in a value", whole[:len(whole)-4], aSession, nil},
		{"cut in a key", whole[:len(whole)-13], aSession, nil},
		{"cut before it says who", `{"cwd":"/w","session_i`, "", io.ErrUnexpectedEOF},
		{"no comma", `{"session_id":"s1" "cwd":"/w"}`, "s1", nil},
		{"comma at the end", `{"session_id":"s1",}`, "s1", nil},
		{"duplicate keys", `{"session_id":"s0","session_id":"s1"}`, "s1", nil},
		{"escaped key", `{"session\u005fid":"s1"}`, "s1", nil},
		{"control characters in a string", "{\"prompt\":\"a\x00\tb\n\",\"session_id\":\"s1\"}", "s1", nil},
		{"control characters in the id", `{"session_id":"s\n1"}`, "", errNobody},
		{"id of another type", `{"session_id":{"id":"s1"},"transcript_path":"/p/s2.jsonl"}`, "s2", nil},
		{"id only in the transcript's name", `{"transcript_path":"C:\\p\\s2.jsonl"}`, "s2", nil},
		{"long id", `{"session_id":"` + strings.Repeat("x", 300) + `"}`, "", errNobody},
		{"deep", `{"a":` + strings.Repeat(`[{"b":`, 20_000) + `1` + strings.Repeat(`}]`, 20_000) + `,"session_id":"s1"}`, "s1", nil},
		{"deep and open", `{"session_id":"s1","a":` + strings.Repeat(`[`, 9<<20), "s1", nil},
		{"large strings", `{"a":"` + strings.Repeat("x", 3<<20) + `","b":["` + strings.Repeat(`\n`, 1<<19) + `"],"session_id":"s1"}`, "s1", nil},
	} {
		readers := []io.Reader{strings.NewReader(c.payload)}
		if len(c.payload) < 1000 {
			readers = append(readers, iotest.DataErrReader(strings.NewReader(c.payload)), iotest.OneByteReader(strings.NewReader(c.payload)))
		}
		for _, r := range readers {
			got, _, err := decodeNote("claude", "SessionEnd", r)
			must.Hold(t, got.Session == c.session && (err == nil) == (c.session != "") && (c.err == nil || errors.Is(err, c.err)), "%s: session %q, error %v; want %q, %v", c.name, got.Session, err, c.session, c.err)
		}
	}
}

// A string that is too long to be kept cuts no escape in two.
func TestFrameCutsBetweenEscapes(t *testing.T) {
	for pad := range 4 {
		var f frame
		f.feed([]byte(`{"a":"` + strings.Repeat("x", maxString-2+pad)))
		for _, b := range []byte(strings.Repeat(`\"`, 100) + `","session_id":"s1"}rest`) {
			f.feed([]byte{b})
		}
		p := parse(f.buf)
		must.Hold(t, f.done && p.whole && p.session == "s1" && len(f.buf) <= maxString+100, "pad %d: done %v, kept %d bytes: %+v", pad, f.done, len(f.buf), p)
	}
}

// A message that could not be kept whole cannot be recognised either, so it is left out.
func TestDecodeHugeMessage(t *testing.T) {
	got, warnings, err := decodeNote("claude", "Stop", strings.NewReader(`{"session_id":"s1","last_assistant_message":"`+strings.Repeat("word ", 300_000)+`"}`))
	must.Hold(t, err == nil && got.Message == "" && got.Mark == "" && len(warnings) == 1, "%d bytes, mark %q, %q, %v", len(got.Message), got.Mark, warnings, err)
}

func TestDecodeUnknown(t *testing.T) {
	for _, c := range [][2]string{{"emacs", "Stop"}, {"claude", "Notification"}, {"", ""}, {"claude", "../Stop"}} {
		_, _, err := decodeNote(c[0], c[1], iotest.ErrReader(errors.New("read")))
		must.Hold(t, errors.Is(err, ErrUnknown), "%q: %v", c, err)
	}
}

// A stream that stays open behind the payload is not waited for, and half a payload is given up
// after two seconds with what it said. Readers that can be asked whether something came, and others.
func TestDecodeOpenStream(t *testing.T) {
	t.Parallel()
	pipe := func(r, w *os.File, err error) (io.Reader, io.WriteCloser) {
		must.Do(t, err)
		return r, w
	}
	plain := func() (io.Reader, io.WriteCloser) { return io.Pipe() }
	file := func() (io.Reader, io.WriteCloser) { return pipe(os.Pipe()) }
	for _, open := range []func() (io.Reader, io.WriteCloser){plain, file} {
		r, w := open()
		go io.WriteString(w, `{"session_id":"s1","reason":"clear"}`)
		if n, warnings, err := decodeNote("claude", "SessionEnd", r); n.Why != "clear" || err != nil || len(warnings) > 0 {
			t.Errorf("%+v %q %v", n, warnings, err)
		}
		r, w = open()
		go io.WriteString(w, `{"session_id":"s1","rea`)
		begin := time.Now()
		n, warnings, err := decodeNote("claude", "SessionEnd", r)
		must.Hold(t, n.Session == "s1" && err == nil && len(warnings) == 1 && time.Since(begin) >= patience, "%+v %q %v", n, warnings, err)
		w.Close()
	}
}

// Whatever comes, decode does not panic, and what it returns with no error can be queued.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		"{" + common + `,"last_assistant_message":"done, api_key=1"}`, `{"session_id":"s1","transcript_path":"C:\Users\me\p\s1.jsonl"}`,
		`{"session_id":"s1","cwd":"C:\","x":[{"a":"\\"}]}`, "\ufeff{\"a\":\"\\ud83d\\u00zz\"}", `{"session_id":"s1","a":[[[[`, `[1]`, "{\"\":\x00", `{"session_id":null,"transcript_path":"\\a.jsonl"}`,
	} {
		for _, event := range []string{"Stop", "SessionEnd"} {
			f.Add(event, []byte(s))
		}
	}
	f.Fuzz(func(t *testing.T, event string, payload []byte) {
		n, _, err := decodeNote("claude", event, strings.NewReader(string(payload)))
		again, _, err2 := decodeNote("claude", event, iotest.HalfReader(strings.NewReader(string(payload))))
		must.Be(t, n == again && (err == nil) == (err2 == nil), "read in parts it differs: %+v %v, %+v %v", n, err, again, err2)
		if err != nil {
			return
		}
		must.Be(t, n.Session != "" && n.Kind != "" && !strings.ContainsAny(n.Session, "\x00\n") && !strings.ContainsRune(n.Transcript+n.Dir, 0), "%+v", n)
	})
}

func decodeNote(agent, event string, r io.Reader) (n queue.Note, warnings []string, err error) {
	n, _, warnings, err = decode(agent, event, r)
	return n, warnings, err
}
