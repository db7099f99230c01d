package entry

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestSign(t *testing.T) {
	const (
		old   = "<!-- memoria:entry id=a1 at=2026-03-02T10:00:00Z by=extractive -->"
		known = "<!-- memoria:entry id=a2 at=2026-03-02T11:00:00Z who=ana -->"
		both  = "<!-- memoria:entry id=a3 at=2026-03-02T12:00:00Z -->"
	)
	log := "# Log\r\n" + old + "  \r\nmemoria:entry id=a4 -->\r\n" + known + "\r\n" + both
	want := "# Log\r\n<!-- memoria:entry id=a1 at=2026-03-02T10:00:00Z by=extractive who=bo -->  \r\nmemoria:entry id=a4 -->\r\n" + known + "\r\n" + both
	got := Sign([]byte(log), []byte(both+"\n"), "bo")
	must.Hold(t, string(got) == want, "got %q, want %q", got, want)
	again := Sign(got, []byte(both+"\n"), "carl")
	must.Hold(t, string(again) == want, "signed twice: %q", again)
}
