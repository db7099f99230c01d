package extract

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/daily"
)

// An outcome that the agent states when it is done is a fact of the log, in each language, also where
// the person then goes on with a command of the client, of which no turn tells.
func TestOutcome(t *testing.T) {
	for _, tt := range []struct{ ask, give string }{
		{"the importer rejects `s3://` addresses, can you add them?", "`s3://` addresses now work natively in the importer."},
		{"should the importer ask for the schema first?", "`dial` now sends the schema before the first row."},
		{"ok, open a pull request", "PR opened: https://example.com/acme/importer/pull/96"},
		{"der Import lehnt Adressen mit `s3://` ab, kannst du das ergänzen?", "Der Import kann jetzt Adressen mit `s3://` lesen."},
		{"la importación rechaza las direcciones `s3://`, ¿puedes añadirlas?", "La importación ahora admite direcciones `s3://` sin opciones."},
		{"l'import refuse les adresses `s3://`, tu peux les ajouter ?", "L'import accepte désormais les adresses `s3://` sans option."},
		{"a importação rejeita endereços `s3://`, pode adicionar?", "A importação agora aceita endereços `s3://` sem opções."},
		{"импорт отвергает адреса `s3://`, можешь добавить?", "Импорт теперь принимает адреса `s3://` без параметров."},
		{"导入不接受 `s3://` 地址，可以加上吗？", "导入现在支持 `s3://` 地址，不需要选项。"},
		{"インポートが `s3://` を受け付けません。対応できますか？", "インポートで `s3://` のアドレスを読めるようになりました。"},
	} {
		s := summarise(t, script(t, "P> "+tt.ask+"\nA> Let me look.\nS> edit src/importer.go\nA> "+tt.give+"\nA> I'll gather the diff.\nS> Bash git diff"))
		found := false
		for _, b := range s.Bullets {
			found = found || b.Kind == daily.Fact && b.Text == tt.give
		}
		if !found {
			t.Errorf("%q is no fact of:\n%s", tt.give, show(s))
		}
	}
}

// What is later said to fail, by either side, was no outcome.
func TestOutcomeThatFails(t *testing.T) {
	for _, later := range []string{
		"P> no, `s3://` still fails with a timeout\nA> Looking.",
		"A> `s3://` addresses still fail in the importer: the region is missing, so the request fails.",
		"A> `s3://` is broken in the importer.",
		"A> The importer doesn't understand `s3://` addresses, as the server's answer shows.",
	} {
		s := show(summarise(t, script(t, "P> the importer rejects `s3://` addresses, add them\nA> `s3://` addresses now work natively in the importer.\n"+later)))
		if strings.Contains(s, "now work natively") {
			t.Errorf("after %q:\n%s", later, s)
		}
	}
}

// What only tells of the way, or holds if something else does, is not worth a line; what was found on the way is.
func TestOnTheWay(t *testing.T) {
	for give, want := range map[string]bool{
		"If this still fails, we can build it locally and only copy the folder into `image/`.":         false,
		"Try starting a second worker now - it should load without the `Invalid Date` error.":          false,
		"All validation passes: `hooks.json` is valid JSON and the script has no syntax errors.":       false,
		"Three feature commits (reader, wiring, docs), kept separate since they're distinct concerns.": false,
		"`make dist` fails without a tag, because the version comes from it.":                          true,
	} {
		got := strings.Contains(show(summarise(t, script(t, "P> look at the release of the worker and say what is missing in it\nA> `release.yml` needs a token of its own.\nA> "+give))), give[:20])
		if got != want {
			t.Errorf("%q is kept: %v", give, got)
		}
	}
	got := show(summarise(t, script(t, "P> look at the release of the worker\nA> I referenced nonexistent `testEnv` fields.\nS> edit a_test.go\nA> `release.yml` needs a token of its own.")))
	if strings.Contains(got, "testEnv") {
		t.Errorf("%s", got)
	}
}
