package extract

import (
	"strings"
	"testing"
)

// An outcome that the agent states when it is done is told, in each language, also where
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
			found = found || strings.Contains(b.Text, tt.give)
		}
		if !found {
			t.Errorf("%q is not told in:\n%s", tt.give, show(s))
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
