package dialect

import (
	"bytes"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/must"
)

// What a person went back over is left behind, in the words of each client; what the client only drops from its list is not.
func TestLeave(t *testing.T) {
	codexHead := `{"timestamp":"2026-05-04T09:00:00.000Z","type":"session_meta","payload":{"id":"c0de","timestamp":"2026-05-04T09:00:00.000Z","cwd":"/w/harbour","cli_version":"0.170.0"}}` + "\n"
	says := func(minute, kind, text string) string {
		return `{"timestamp":"2026-05-04T09:` + minute + `:00.000Z","type":"event_msg","payload":{"type":"` + kind + `","message":"` + text + `"}}` + "\n"
	}
	back := func(n string) string {
		return `{"timestamp":"2026-05-04T09:09:00.000Z","type":"event_msg","payload":{"type":"thread_rolled_back","num_turns":` + n + `}}` + "\n"
	}
	talk := codexHead + says("01", "user_message", "which store?") + says("02", "agent_message", "Redis or SQLite.") +
		says("03", "user_message", "take Redis") + says("04", "agent_message", "Redis it is.")
	again := says("11", "user_message", "take SQLite") + says("12", "agent_message", "SQLite it is.")

	geminiHead := `{"sessionId":"9e31","projectHash":"ab","startTime":"2026-05-04T09:00:00.000Z","kind":"main","directories":["/w/harbour"]}` + "\n"
	message := func(id, minute, kind, text string) string {
		return `{"id":"` + id + `","timestamp":"2026-05-04T09:` + minute + `:00.000Z","type":"` + kind + `","content":"` + text + `"}`
	}
	m1, m2 := message("m1", "01", "user", "which store?"), message("m2", "02", "gemini", "Redis or SQLite.")
	m3, m4 := message("m3", "03", "user", "take Redis"), message("m4", "04", "gemini", "Redis it is.")
	anew := message("m5", "11", "user", "take SQLite") + "\n" + message("m6", "12", "gemini", "SQLite it is.") + "\n"
	list := func(all ...string) string { return `{"$set":{"messages":[` + strings.Join(all, ",") + "]}}\n" }
	lines := func(all ...string) string { return geminiHead + strings.Join(all, "\n") + "\n" }

	for _, tt := range []struct{ name, agent, text, left string }{
		{"rolled back", "codex", talk + back("1") + again, "take Redis|Redis it is."},
		{"rolled back to the first", "codex", talk + back("2") + again, "which store?|Redis or SQLite.|take Redis|Redis it is."},
		{"rolled back twice", "codex", talk + back("1") + again + back("1") + says("21", "user_message", "take Postgres"), "take Redis|Redis it is.|take SQLite|SQLite it is."},
		{"rolled back over nothing", "codex", talk + back("0") + again, ""},
		{"asked on", "codex", talk + again, ""},
		{"a list up to before the prompt, as a resume may write it", "gemini", lines(m1, m2, m3, m4) + list(m1, m2) + anew, ""},
		{"the list of all", "gemini", lines(m1, m2, m3, m4) + list(m1, m2, m3, m4) + anew, ""},
		{"a list without the beginning", "gemini", lines(m1, m2, m3, m4) + list(m3, m4) + anew, ""},
		{"a turn that was stopped", "gemini", lines(m1, m2, m3) + list(m1, m2) + anew, ""},
		{"an empty list", "gemini", lines(m1, m2, m3, m4) + list() + anew, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := New(tt.agent, strings.NewReader(tt.text))
			var turns []transcript.Turn
			for turn, err := r.Next(); err == nil; turn, err = r.Next() {
				turns = append(turns, *turn)
			}
			transcript.Leave(turns)
			var left []string
			for _, turn := range turns {
				if turn.Left {
					left = append(left, turn.Text)
				}
			}
			got := strings.Join(left, "|")
			must.Hold(t, got == tt.left, "left %q, want %q of %d turns", got, tt.left, len(turns))
		})
	}

	// Read on from behind the prompt that is taken back: the reader says that it does not know where that stands.
	r := Continue("codex", bytes.NewReader([]byte(back("1")+again)), []byte(talk), "", false)
	for _, err := r.Next(); err == nil; _, err = r.Next() {
	}
	must.Hold(t, r.Stats().Rewound, "nothing says that a prompt before the cursor was taken back")
}
