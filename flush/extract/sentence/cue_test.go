package sentence

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/prose"
)

// TestCues holds the sentences of testdata/cues.txt against the class they must carry.
func TestCues(t *testing.T) {
	for line := range strings.Lines(string(must.Get(os.ReadFile("testdata/cues.txt"))(t))) {
		head, text, _ := strings.Cut(strings.TrimSpace(line), ": ")
		lang, class, _ := strings.Cut(head, " ")
		in := slices.Index(ClassNames[:], class)
		if got := Lexicons()[prose.Lang(lang)].Match(Hear(text)); in < 0 || !got.Has(Class(in)) {
			t.Errorf("%s: %q carries %v", head, text, got)
		}
	}
}

// TestNoCue holds plain statements against the classes that would drop them.
func TestNoCue(t *testing.T) {
	for lang, give := range map[prose.Lang]string{
		prose.EN: "The worker keeps one connection per shard.",
		prose.DE: "Der Worker hält eine Verbindung je Shard.",
		prose.ES: "El proceso mantiene una conexión por fragmento.",
		prose.FR: "Le processus garde une connexion par fragment.",
		prose.PT: "O processo mantém uma conexão por fragmento.",
		prose.RU: "Процесс держит одно соединение на сегмент.",
		prose.ZH: "工作进程为每个分片保持一个连接。",
		prose.JA: "ワーカーはシャードごとに一つの接続を保ちます。",
	} {
		if got := Lexicons()[lang].Match(Hear(give)); got.Any(Narrate, Deny) {
			t.Errorf("%s: %q carries %v", lang, give, got)
		}
	}
}

// TestEmpty tells messages that ask for nothing lasting from those that do.
func TestEmpty(t *testing.T) {
	for _, tt := range []struct {
		lang prose.Lang
		give string
		want bool
	}{
		{prose.EN, "ok", true}, {prose.EN, "Yes, please go ahead!", true}, {prose.EN, "commit and push", true},
		{prose.EN, "run the tests again", true}, {prose.EN, "thanks, looks good", true}, {prose.EN, "1, 2 and 3", true}, {prose.EN, "A", true},
		{prose.EN, "ok but not on main", false}, {prose.EN, "yes, with a flag", false}, {prose.EN, "push it to the fork", false},
		{prose.DE, "ja, mach das", true}, {prose.DE, "super, danke!", true}, {prose.DE, "ja, aber ohne Cache", false},
		{prose.ES, "sí, adelante", true}, {prose.ES, "vale, gracias", true}, {prose.ES, "sí, pero sin caché", false},
		{prose.FR, "oui, vas-y", true}, {prose.FR, "d'accord, merci", true}, {prose.FR, "oui, mais sans cache", false},
		{prose.PT, "sim, pode ir", true}, {prose.PT, "beleza, obrigado", true}, {prose.PT, "sim, mas sem cache", false},
		{prose.RU, "да, давай", true}, {prose.RU, "отлично, спасибо", true}, {prose.RU, "да, но без кэша", false},
		{prose.ZH, "好的，继续", true}, {prose.ZH, "谢谢！", true}, {prose.ZH, "好的，但是不要缓存", false},
		{prose.JA, "はい、お願いします", true}, {prose.JA, "ありがとうございます。", true}, {prose.JA, "はい、でもキャッシュなしで", false},
	} {
		must.Equal(t, Lexicons()[tt.lang].Empty(tt.give), tt.want, "%s: empty(%q)", tt.lang, tt.give)
	}
}

// TestUnpraise reads testdata/praise.txt: what is left of a sentence without its pleasantries.
func TestUnpraise(t *testing.T) {
	for line := range strings.Lines(string(must.Get(os.ReadFile("testdata/praise.txt"))(t))) {
		lang, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
		give, want, _ := strings.Cut(rest, " =>")
		must.Equal(t, Lexicons()[prose.Lang(lang)].Unpraise(give), strings.TrimSpace(want), "%s: unpraise(%q)", lang, give)
	}
}

func TestLexiconErrors(t *testing.T) {
	for _, tt := range []struct{ give, want string }{
		{"[nonsense]\nx", `class "[nonsense]" is unknown`},
		{"x", "stands under no class"},
	} {
		if _, err := parseLexicon(prose.EN, tt.give); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("parseLexicon(%q): %v", tt.give, err)
		}
	}
}

// TestLexicons holds the tables: every class that the scores use has phrases in English, the language of the model, and
// no phrase stands twice in a class.
func TestLexicons(t *testing.T) {
	for _, l := range prose.Langs {
		data := must.Get(cueFiles.ReadFile("cues/" + string(l) + ".txt"))(t)
		seen := make(map[string]bool)
		section := ""
		for n, line := range strings.Split(string(data), "\n") {
			switch line = strings.TrimSpace(line); {
			case line == "" || line[0] == '#':
			case line[0] == '[':
				section = line
				if seen[section] {
					t.Errorf("%s line %d: section %s again", l, n+1, section)
				}
				seen[section] = true
			case seen[section+line]:
				t.Errorf("%s line %d: %q again in %s", l, n+1, line, section)
			default:
				seen[section+line] = true
			}
		}
		for _, c := range ClassNames {
			if l == prose.EN && !seen["["+c+"]"] {
				t.Errorf("%s has no class %s", l, c)
			}
		}
	}
}
