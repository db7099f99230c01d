package search

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A page is in the language whose own words it has most of: one word of French, that English has too, made French of
// English pages, in which "session" found no "sessions" then. A page of names has the language of what little it says.
func TestLanguage(t *testing.T) {
	names := ""
	for i := range 60 {
		names += fmt.Sprintf("Quay%d ", i)
	}
	for text, want := range map[string]string{
		"The hooks of the session are run on the d drive, plus one: don't run two sessions in a row, or it breaks.": "en",
		"Les notes sont gardées avec la session, et le verrou est à côté du fichier.":                               "fr",
		"Die Sperre liegt neben der Datei, und der Commit ist im Log.":                                              "de",
		names + "are of the sessions": "en",
		names:                         "",
	} {
		s := vaultOf(t, map[string]string{"wiki/concepts/page.md": "# P\n\n" + text + "\n"})
		x := must.Get(s.Open(t.Context()))(t)
		d, _ := x.Doc(0)
		x.Close()
		must.Hold(t, d.Lang == want, "%.40s… is in %q, want %q", text, d.Lang, want)
		must.Equal(t, len(ask(t, s, "session").Hits) > 0, strings.Contains(text, "session"), "%.40s…: a session is found", text)
	}
}
