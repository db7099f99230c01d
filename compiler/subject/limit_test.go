package subject

import (
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/compiler/subject/topic"
	"github.com/agent-admin/memoria/wiki/draft"
)

// A quotation never ends before the words that limit it.
func TestQuotedWithItsLimit(t *testing.T) {
	long := strings.Repeat("in every office along the northern coast ", 4)
	for _, tt := range []struct{ line, want string }{
		{"`quayd` is assumed to exist. It's not universal.", "quayd is assumed to exist. It's not universal."},
		{"`quayd` is assumed to exist. However, few ports have it.", "quayd is assumed to exist. However, few ports have it."},
		{"`quayd` locks the table. Unless the flag is set. Ports differ.", "quayd locks the table. Unless the flag is set."},
		{"`quayd` locks the whole table. Ports differ.", "quayd locks the whole table."},
		{"Der `quayd` sperrt die Tabelle. Aber nur nachts. Sonst nicht.", "Der quayd sperrt die Tabelle. Aber nur nachts."},
		{"`quayd` はテーブルをロックします。ただし夜だけです。", "quayd はテーブルをロックします。 ただし夜だけです。"},
		{"`quayd` locks the table, but only at night", "quayd locks the table, but only at night"},
		{"`quayd` is called " + long + ", but it answers in the harbour office alone, which nobody knows", "quayd is called in every office along the northern coast in every office along the northern coast in every office along the northern coast in every office along…"},
		{"`quayd` is called in every office " + strings.Repeat("of the coast ", 7) + ", but it is only heard in one of them, as far as anybody knows here", "…"},
	} {
		got := whole(opening(tt.line), describeMost)
		switch {
		case strings.Contains(tt.line, long):
			if got != "" {
				t.Errorf("%s: quoted without its limit: %q", tt.line, got)
			}
		case tt.want == "…":
			if !strings.Contains(got, ", but it is only") || !strings.HasSuffix(got, "…") {
				t.Errorf("%s: quoted as %q", tt.line, got)
			}
		case got != tt.want:
			t.Errorf("%s: quoted as %q, want %q", tt.line, got, tt.want)
		}
	}
}

// A subject without a definition is described by its parts, or by what occurs with it.
func TestOutline(t *testing.T) {
	related := []draft.Related{{Ref: draft.Ref{Title: "usbd"}}, {Ref: draft.Ref{Title: "PrintSpool"}}, {Ref: draft.Ref{Title: "till"}}, {Ref: draft.Ref{Title: "drawer"}}, {Ref: draft.Ref{Title: "paper"}}}
	x := topic.Read(parseEntries(t, "2026-05-04 kiosk | Drawer\nL The drawer sticks\n2026-05-05 kiosk | Drawer\nL The drawer still sticks\n2026-05-06 kiosk | "+strings.Repeat("Paper ", 40)+"\nL The paper is out\n"))
	x.SettleTruth()
	b := &book{Index: x, spelling: map[string]string{"kiosk": "kiosk"}}
	s := &subject{project: "kiosk", lines: []int32{0, 1, 2}}
	for _, tt := range []struct {
		project string
		related []draft.Related
		want    string
	}{
		{"kiosk", related[:2], "Work on kiosk, 2026-05-04 to 2026-05-06: usbd and PrintSpool."},
		{"kiosk", related, "Work on kiosk, 2026-05-04 to 2026-05-06: usbd, PrintSpool, till, drawer and 1 more."},
		{"kiosk", nil, `Work on kiosk, 2026-05-04 to 2026-05-06: "Drawer" and 1 more.`},
		{"", related, `Comes up in 3 log entries of kiosk, from 2026-05-04 to 2026-05-06: "Drawer" and 1 more.`},
	} {
		if s.project = tt.project; b.outline(s, tt.related) != tt.want {
			t.Errorf("described as %q, want %q", b.outline(s, tt.related), tt.want)
		}
	}
}

// Lines that need another line to be understood come after those that do not.
func TestClearFirst(t *testing.T) {
	lines := []string{
		"If you don't plan to run it locally, the block does nothing and can be deleted.",
		"But this keeps the hook from reading the state",
		"It'd need the half that is missing",
		"If anyone ever moves these onto a parent command, `fallback` stops running",
		"`entire://` falls through to the round-tripper",
		"Keep names short",
		"The README is written by hand",
	}
	b := &book{Index: &topic.Index{}}
	var all []int32
	for i, text := range lines {
		b.Lines = append(b.Lines, topic.Line{Plain: text})
		all = append(all, int32(i))
	}
	if got := b.clearFirst(all, leans); !slices.Equal(got, []int32{0, 4, 5, 6, 1, 2, 3}) {
		t.Errorf("in the order %v", got)
	}
	if !nameless(&b.Lines[0]) || nameless(&b.Lines[4]) || nameless(&b.Lines[5]) || nameless(&b.Lines[6]) {
		t.Error("what names something is told from what does not")
	}
}
