package memories

import (
	"errors"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// What is published and taken out again leaves every byte as it was.
func TestPublish(t *testing.T) {
	for _, src := range []string{"", "\ufeff", "a", "a\n", "a\r\nb", "a\r\nb\r\n", "\ufeffa\n\n\n", "a\nb \t", "\n", "\r\n", "ä\u2028", "a\r", "\r", "a\nb\r",
		"a\n```\n<!-- memoria:begin -->\nx\n<!-- memoria:end -->\n```\n", "~~~\n<!-- memoria:begin -->\n~~~", "```\nopen"} {
		once, err := Publish([]byte(src), "One.\n<!-- memoria:end -->\n")
		must.Be(t, err == nil, "%q: %v", src, err)
		twice, err := Publish(once, "Two.")
		must.Be(t, err == nil, "%q: %v", once, err)
		again, _ := Publish(twice, "Two.")
		must.Hold(t, string(again) == string(twice), "%q is %q when it is published again", twice, again)
		back, there, err := Unpublish(twice)
		must.Hold(t, err == nil && there && string(back) == src, "%q came back as %q, %v, by %q", src, back, err, twice)
	}
	// Between other text it stays where somebody put it.
	in := "a\n<!-- memoria:begin -->\nold\n<!-- memoria:end -->\nz"
	out, err := Publish([]byte(in), "new")
	want := "a\n<!-- memoria:begin -->\nnew\n<!-- memoria:end -->\nz"
	must.Hold(t, err == nil && string(out) == want, "%q, %v, want %q", out, err, want)
	if out, there, err := Unpublish(out); err != nil || !there || string(out) != "a\nz" {
		t.Errorf("taken out: %q, %v", out, err)
	}
	for src, want := range map[string]error{"\xff\xfea\x00": ErrNotText, "a\x00": ErrNotText, "<!-- memoria:end -->": ErrBlock, "x\n<!-- memoria:begin -->\n": ErrBlock} {
		_, err := Publish([]byte(src), "x")
		must.Hold(t, errors.Is(err, want), "%q: %v, want %v", src, err, want)
	}
	if _, there, err := Unpublish([]byte("a")); there || err != nil {
		t.Errorf("there %v, %v", there, err)
	}
}
