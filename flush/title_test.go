package flush

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// named adds the row by which the client records what a person called a session (P-07).
func (s *script) named(session, title string) *script {
	s.text += fmt.Sprintf(`{"type":"custom-title","customTitle":%q,"sessionId":%q}`+"\n", title, session)
	return s
}

// headings returns the titles of the logged entries.
func (b *bench) headings() string {
	var out []string
	for _, e := range b.logged() {
		out = append(out, e.Title)
	}
	return strings.Join(out, " | ")
}

// TestPersonsTitle: what a person called a session is the title of its entries, whether anybody said it or not.
func TestPersonsTitle(t *testing.T) {
	const words, more = "u1 A 10:00 keep the first word", "u2 A 18:00 keep the second word"
	tests := []struct {
		name string
		in   func(*bench, *script)
		want string
	}{
		{"in words that nobody said", func(b *bench, s *script) { b.end(s.say(words).named("A", "Müll abholen")) }, "Müll abholen"},
		{"before anything was said", func(b *bench, s *script) { b.end(s.named("A", "Harbour").say(words)) }, "Harbour"},
		{"the last of two", func(b *bench, s *script) { b.end(s.named("A", "One").say(words).named("A", "Two")) }, "Two"},
		{"not another session's", func(b *bench, s *script) { b.end(s.named("B", "Other").say(words)) }, "About u1"},
		{"on one line, without markup of its own", func(b *bench, s *script) { b.end(s.say(words).named("A", "Harbour\n# and `more`")) }, "Harbour # and `more`"},
		{"nothing", func(b *bench, s *script) { b.end(s.say(words).named("A", "  ")) }, "About u1"},
		{"of what is captured later, too", func(b *bench, s *script) {
			b.grow(s.named("A", "Harbour").say(words, "a1/m1 A 10:01 ok"))
			b.end(s.say(more))
		}, "Harbour | Harbour"},
		{"from then on", func(b *bench, s *script) {
			b.grow(s.say(words, "a1/m1 A 10:01 ok"))
			b.end(s.named("A", "Harbour").say(more))
		}, "About u1 | Harbour"},
		{"read by an import", func(b *bench, s *script) { b.run(s.say(words).named("A", "Harbour").source()) }, "Harbour"},
		{"redacted", func(b *bench, s *script) {
			b.f.Clean = func(t string) string { return strings.ReplaceAll(t, "hunter2", "[gone]") }
			b.end(s.say(words).named("A", "Login with hunter2"))
		}, "Login with [gone]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t)
			tt.in(b, &script{path: "A.jsonl"})
			must.Equal(t, b.headings(), tt.want, "titles")
		})
	}
}
