package prose

import (
	"slices"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestSentences(t *testing.T) {
	for _, tt := range []struct {
		give string
		want []string
	}{
		{"One. Two! Three?", []string{"One.", "Two!", "Three?"}},
		{"we don't want that. keep it small. is it ok? yes", []string{"we don't want that.", "keep it small.", "is it ok?", "yes"}},
		{"Use e.g. nginx, i.e. a proxy. Or not.", []string{"Use e.g. nginx, i.e. a proxy.", "Or not."}},
		{"Logs, caches, etc. are kept. Files, etc. They stay.", []string{"Logs, caches, etc. are kept.", "Files, etc.", "They stay."}},
		{"Go 1.26.1 is out. See v2.0. It works.", []string{"Go 1.26.1 is out.", "See v2.0.", "It works."}},
		{"Read .claude/settings.json and ./run.sh. Then go on.", []string{"Read .claude/settings.json and ./run.sh.", "Then go on."}},
		{"`a. B` is code. Yes.", []string{"`a. B` is code.", "Yes."}},
		{"There is a limit (10 seconds! by default) - that is it.", []string{"There is a limit (10 seconds! by default) - that is it."}},
		{"He said \"stop.\" Then he left.", []string{"He said \"stop.\"", "Then he left."}},
		{"You say: \"It is broken. Shall I fix it?\" rather than fixing it. Why?", []string{"You say: \"It is broken. Shall I fix it?\" rather than fixing it.", "Why?"}},
		{"It is 5\" wide. And tall.", []string{"It is 5\" wide.", "And tall."}},
		{"\"is it done?\" he asked", []string{"\"is it done?\" he asked"}},
		{"crash detection is...boring. Wait... what? Yes", []string{"crash detection is...boring.", "Wait... what?", "Yes"}},
		{"It works!! Great", []string{"It works!!", "Great"}},
		{"local was already covered!? no", []string{"local was already covered!?", "no"}},
		{"1. First item", []string{"1. First item"}},
		{"Take option A. Then B.", []string{"Take option A.", "Then B."}},
		{"✅ Done. 🚀 Next", []string{"Done.", "Next"}},
		{"line one\nline two", []string{"line one", "line two"}},
		{"Das geht z.B. mit Node, d.h. ohne Bibliothek. Am 3. mai ist es so weit.", []string{"Das geht z.B. mit Node, d.h. ohne Bibliothek.", "Am 3. mai ist es so weit."}},
		{"Es decir, p.ej. con nginx. ¿Funciona? ¡Sí!", []string{"Es decir, p.ej. con nginx.", "¿Funciona?", "¡Sí!"}},
		{"Индексы, таблицы и т.д. не нужны, т.е. удалены. Всё.", []string{"Индексы, таблицы и т.д. не нужны, т.е. удалены.", "Всё."}},
		{"第一句。第二句！第三句？", []string{"第一句。", "第二句！", "第三句？"}},
		{"「はい。」と言った。次です。", []string{"「はい。」と言った。", "次です。"}},
		{"版本是 1.2.3。可以了", []string{"版本是 1.2.3。", "可以了"}},
		{"", nil},
		{" ✅ ", nil},
	} {
		got := Sentences(tt.give)
		must.Hold(t, slices.Equal(got, tt.want), "Sentences(%q) =\n%q, want\n%q", tt.give, got, tt.want)
	}
}

func TestClip(t *testing.T) {
	for _, tt := range []struct {
		give string
		max  int
		want string
		ok   bool
	}{
		{"short", 10, "short", true},
		{"the cache never expires, because the age is set to zero", 40, "the cache never expires", true},
		{"the cache never expires; the age is set to zero", 40, "the cache never expires", true},
		{"the cache never expires — the age is set to zero", 40, "the cache never expires", true},
		{"the cache never expires - the age is set to zero", 40, "the cache never expires", true},
		{"the cache never expires (the age is set to zero).", 40, "the cache never expires", true},
		{"the same issue (a cache that never expires) is caught by the test", 50, "the same issue (a cache that never expires) is caught by the test", false},
		{"it fails always, unless the flag is given by hand", 30, "it fails always, unless the flag is given by hand", false},
		{"apples, pears, cherries and all the other kinds of fruit", 30, "apples, pears, cherries and all the other kinds of fruit", false},
		{"call `a; b; c; d; e` and the rest of it will follow", 30, "call `a; b; c; d; e` and the rest of it will follow", false},
		{"he said \"stop it; now\" and then he walked away slowly", 30, "he said \"stop it; now\" and then he walked away slowly", false},
		{"Der Import bricht ab, weil die ganze Datei im Speicher liegt", 40, "Der Import bricht ab", true},
		{"上传失败是因为网关的限制太小，前端允许上传更大的图片，所以不一致", 20, "上传失败是因为网关的限制太小", true},
		{"First one is done. Second one is not", 25, "First one is done", true},
	} {
		got, ok := Clip(tt.give, tt.max)
		must.Hold(t, got == tt.want && ok == tt.ok, "Clip(%q, %d) = %q, %v, want %q, %v", tt.give, tt.max, got, ok, tt.want, tt.ok)
	}
}
