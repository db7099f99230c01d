package search

import (
	"fmt"
	"strings"
	"testing"
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
		x, err := s.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		d, _ := x.Doc(0)
		x.Close()
		if d.Lang != want {
			t.Errorf("%.40s… is in %q, want %q", text, d.Lang, want)
		}
		if found := len(ask(t, s, "session").Hits) > 0; found != strings.Contains(text, "session") {
			t.Errorf("%.40s…: a session is found: %v", text, found)
		}
	}
}
