package extract

import (
	"testing"

	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/flush/extract/title"
	"github.com/agent-admin/memoria/wiki/prose"
)

func TestHeadline(t *testing.T) {
	for _, tt := range []struct {
		lang       prose.Lang
		give, want string
	}{
		{prose.EN, "The issue was that the library never reads the global ignore file (`~/.config`), so it shows up.", "The library never reads the global ignore file"},
		{prose.EN, "I've replaced the global lock by one per file because of the tests.", "Replaced the global lock by one per file"},
		{prose.EN, "The worker drops messages because the lock is not held.", "The worker drops messages"},
		{prose.EN, "It's fine.", ""},
		{prose.EN, "This sentence goes on without any clause that would let a reader stop before it has become much longer than a title", "This sentence goes on without any clause"},
		{prose.DE, "Der Import bricht ab, weil der Parser alles in den Speicher liest.", "Der Import bricht ab"},
		{prose.FR, "La migration échoue parce que la colonne contient encore des valeurs nulles.", "La migration échoue"},
		{prose.RU, "Поиск стал медленным, потому что индекс не используется.", "Поиск стал медленным"},
	} {
		if got := title.Headline(sentence.Lexicons()[tt.lang], tt.give).Text; got != tt.want {
			t.Errorf("%s: headline(%q) = %q, want %q", tt.lang, tt.give, got, tt.want)
		}
	}
}

func TestPoor(t *testing.T) {
	for _, tt := range []struct {
		lang prose.Lang
		give string
		want bool
	}{
		{prose.EN, "I'm getting this error in the new folder", true},
		{prose.EN, "Lately, I've noticed you being slow", true},
		{prose.EN, "How can we know which one is active", true},
		{prose.EN, "Compare this to how the other one works", true},
		{prose.EN, "If my key is wrong give me the command", true},
		{prose.EN, "Find out why", true},
		{prose.EN, "Fix the flaky login test", false},
		{prose.EN, "The page shows old prices after a deploy", false},
		{prose.DE, "Den Import reparieren", false},
		{prose.ZH, "修复上传大图片的接口", false},
		{prose.JA, "夜間バッチが途中で止まります", false},
	} {
		if got := title.Poor(sentence.Lexicons()[tt.lang], tt.give); got != tt.want {
			t.Errorf("%s: poor(%q) = %v", tt.lang, tt.give, got)
		}
	}
}

// TestTitleOfOutcome holds that a request that makes a poor title gives way to what came of it.
func TestTitleOfOutcome(t *testing.T) {
	for _, tt := range []struct{ turns, want string }{
		{"P> I'm getting this since yesterday in the new folder\nA> The issue was that the library never reads the global ignore file, so `a.json` shows up.", "The library never reads the global ignore file"},
		{"P> how can we know which agent is active?\nA> Replaced the flag by `GetAgent()` in `config.go`, which returns the detected one.", "Replaced the flag by GetAgent() in config.go"},
		{"P> generate me a changelog for 0.4.3 to 0.4.4, never longer than a page\nA> Added the section to `CHANGELOG.md`.", "Generate a changelog for 0.4.3 to 0.4.4, never longer than a page"},
		{"P> fix the flaky login test\nA> The issue was that the clock was mocked twice.", "Fix the flaky login test"},
		{"P> I get this when I start it:\n\nfatal: not a git repository\n\nwhat now?\nA> The copy has no `.git`, because the script skips hidden folders.", "The copy has no .git"},
		{"P> Warum ist der Upload so langsam?\nA> Der Proxy puffert den ganzen Body, weil `buffering` gesetzt ist.", "Der Proxy puffert den ganzen Body"},
		{"P> 为什么上传这么慢？\nA> 代理服务器把整个请求体都缓存在内存里，原因是 `buffering` 已启用。", "代理服务器把整个请求体都缓存在内存里"},
	} {
		if got := summarise(t, script(t, tt.turns)).Title; got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}
