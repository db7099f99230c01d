package manual

import "testing"

func TestEscape(t *testing.T) {
	w := &writer{}
	w.line(`Don't cite ` + "`a\\b`" + ` for ~/x^2 … it is --all. .config is a file. "Quoted" ends.`)
	want := "Don\\(aqt cite \\(gaa\\eb\\(ga for \\(ti/x\\(ha2 \\[u2026] it is \\-\\-all. .config is a\nfile.\n\"Quoted\" ends.\n"
	if got := w.String(); got != want {
		t.Errorf("%s", got)
	}
	w = &writer{}
	w.text("One.\n\n  memoria search -- -x\n  .hidden\n\nTwo.")
	want = ".Pp\nOne.\n.Pp\n.Bd -literal -offset indent\nmemoria search \\-\\- \\-x\n\\&.hidden\n.Ed\nTwo.\n"
	if got := w.String(); got != want {
		t.Errorf("%s", got)
	}
}
