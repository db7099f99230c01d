package prose

import (
	"slices"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestDetect(t *testing.T) {
	for _, tt := range []struct {
		want Lang
		give string
	}{
		{EN, "The worker does not read the whole file, it streams it."},
		{EN, "please keep it small and do not add a dependency"},
		{DE, "Der Import liest die Datei nicht mehr in den Speicher."},
		{DE, "bitte keine neue Abhängigkeit, wir nehmen nur was da ist"},
		{ES, "El proxy no envía la cabecera porque la conexión es interna."},
		{FR, "La migration échoue parce que la colonne est encore vide."},
		{PT, "O consumidor não confirma a mensagem depois do envio, mas antes."},
		{RU, "Запрос не использует индекс, потому что поле другое."},
		{RU, "Запусти go test ./... и проверь"},
		{ZH, "上传失败是因为网关的限制。"},
		{ZH, "把 nginx 的 client_max_body_size 改成 50m"},
		{JA, "CLAUDE.md を最新の状態にアップデートしてください"},
		{JA, "テスト完了"},
		{Unknown, "go test ./..."},
		{Unknown, "`if the worker is not there then it does not work`"},
		{Unknown, "Next.js 15.5.2"},
		{Unknown, ""},
		{Unknown, "Lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor incididunt labore dolore magna"},
	} {
		got := Detect(tt.give)
		must.Hold(t, got == tt.want, "Detect(%q) = %q, want %q", tt.give, got, tt.want)
	}
}

func TestWords(t *testing.T) {
	for _, tt := range []struct {
		give string
		want []string
	}{
		{"Go-git doesn't read core.excludesfile, v1.56!", []string{"go-git", "doesn't", "read", "core.excludesfile", "v1.56"}},
		{"snake_case and cmd/root.go.", []string{"snake_case", "and", "cmd/root.go"}},
		{"Cafe\u0301 Ünïcode", []string{"café", "ünïcode"}},
		{"网关限制 a", []string{"网关", "关限", "限制", "a"}},
		{"図", []string{"図"}},
		{"-- ... --", nil},
	} {
		got := Words(tt.give)
		must.Hold(t, slices.Equal(got, tt.want), "Words(%q) = %q, want %q", tt.give, got, tt.want)
	}
}

func TestIsStop(t *testing.T) {
	for _, tt := range []struct {
		word string
		lang Lang
		want bool
	}{
		{"the", EN, true}, {"the", Unknown, true}, {"the", DE, true}, {"cache", EN, false},
		{"nicht", DE, true}, {"nicht", EN, false}, {"die", EN, false}, {"was", DE, true},
		{"не", RU, true}, {"the", RU, false}, {"的", ZH, true}, {"です", JA, true},
	} {
		got := IsStop(tt.word, tt.lang)
		must.Hold(t, got == tt.want, "IsStop(%q, %q) = %v", tt.word, tt.lang, got)
	}
}

func TestSpoken(t *testing.T) {
	for _, c := range []struct {
		text string
		want Lang
		told bool
	}{
		{"mend `it`", Unknown, false},
		{"run the tests", EN, true},
		{"Bau das Programm noch einmal und sag mir, ob die Tests dann durchlaufen.", DE, true},
		{"overleg voortaan altijd met mij voordat je iets samenvoegt", Unknown, true},
		{"próbáld most a fordítást még egyszer, és a naplót is nézd meg", Unknown, true},
		{"Собери программу ещё раз и скажи мне, проходят ли теперь все тесты.", RU, true},
		{"збери програму ще раз і скажи мені, чи проходять тепер усі тести", Unknown, true},
		{"빌드를 한 번 더 해 보세요", Unknown, true},
		{"もう一度ビルドしてください", JA, true},
		{"Implement this plan. The two branches in `a.go` and `b.go` have the same fault: " + "ReadSession WriteSession FindIssue CloseIssue MergeBranch OpenStore ReadStore. " +
			"GeminiMessage.Content is a string, but it must be a list; it was so before, and we have to do that for all of them. parse decode encode session checkpoint prompt agent store hook branch commit push diff tree index shadow trailer folder transcript reader writer scanner buffer token usage metadata strategy condense", EN, true},
		{"cat go.mod, `go vet ./...`", Unknown, false},
	} {
		if l, told := Spoken(c.text); l != c.want || told != c.told {
			t.Errorf("Spoken(%q) = %q, %v, want %q, %v", c.text, l, told, c.want, c.told)
		}
	}
}
