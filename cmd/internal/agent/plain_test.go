package agent

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil/must"
)

// Where a word of the agent's is expected nothing else gets into the queue or the log.
func TestOnlyPlainWords(t *testing.T) {
	long := strings.Repeat("x", maxPlain)
	for why, want := range map[string]string{
		"prompt_input_exit": "prompt_input_exit", "a-b": "a-b", long: long, "": "",
		long + "x": "", "two words": "", "key=abc": "", "abc1": "", `\u00e9`: "", `a\n`: "", "/x": "",
	} {
		got, warnings, err := decodeNote("claude", "SessionEnd", strings.NewReader(`{"session_id":"s1","reason":"`+why+`"}`))
		must.Hold(t, err == nil && got.Why == want && got.Kind == queue.End, "%q: %+v, %v", why, got, err)
		w := strings.Join(warnings, ";")
		must.Hold(t, (w == "reason is no plain word") == (want != why), "%q: warned %q", why, w)
	}
	for _, c := range [][3]string{
		{"claude", "sk-FAKE 1", `agent "claude", unknown event: not known to this version`},
		{"sk-FAKE1", "Stop", `unknown agent, event "Stop": not known to this version`},
		{"claude", "Notification", `agent "claude", event "Notification": not known to this version`},
	} {
		_, _, err := decodeNote(c[0], c[1], strings.NewReader("{}"))
		must.Hold(t, err != nil && err.Error() == c[2], "%q: %v", c, err)
	}
}

// An event that is no event does not get into the log.
func TestUnknownEventInLog(t *testing.T) {
	w := newWorld(t)
	w.Event = "token sk-FAKE1"
	w.Stdin = strings.NewReader(payloadOf("s1"))
	w.Run()
	log, _ := w.logged(t)
	must.Hold(t, log == "2026-11-27T11:00:00Z hook claude: agent \"claude\", unknown event: not known to this version\n", "the log says %q", log)
}
