package extract

import (
	"testing"

	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/wiki/prose"
)

func TestName(t *testing.T) {
	for _, tt := range []struct {
		lang       prose.Lang
		give, want string
	}{
		{prose.EN, "can you please fix the flaky login test?", "Fix the flaky login test"},
		{prose.EN, "go-git ignores the global gitignore", "go-git ignores the global gitignore"},
		{prose.EN, "update @docs/plan.md with https://x.example/a what we said", "Update docs/plan.md with what we said"},
		{prose.EN, "review /home/me/work/project/cmd/root.go", "Review root.go"},
		{prose.EN, "I'd like to have one very long wish that goes on and on for quite a while because nobody stopped me", "Have one very long wish that goes on and on for quite a while…"},
		{prose.EN, "ok", ""},
		{prose.EN, "`x`", ""},
		{prose.DE, "Kannst du bitte den Import reparieren?", "Den Import reparieren"},
		{prose.RU, "Можешь исправить поиск по каталогу?", "Исправить поиск по каталогу"},
		{prose.ZH, "请帮我修复上传大图片的接口", "修复上传大图片的接口"},
		{prose.JA, "夜間バッチが途中で止まります", "夜間バッチが途中で止まります"},
	} {
		if got := nameOf(sentence.Lexicons()[tt.lang], tt.give); got != tt.want {
			t.Errorf("%s: nameOf(%q) = %q, want %q", tt.lang, tt.give, got, tt.want)
		}
	}
}

func TestTitle(t *testing.T) {
	for _, tt := range []struct {
		name   string
		turns  string
		titles []string
		want   string
	}{
		{"the client's, when it fits", "P> fix the flaky login test, it must not use the network", []string{"Fix flaky login test"}, "Fix flaky login test"},
		{"the last that fits", "P> fix the flaky login test, it must not use the network", []string{"Flaky login test", "Fix flaky login test"}, "Fix flaky login test"},
		{"a slug", "P> review the goreleaser config, we decided to keep it small", []string{"goreleaser-config-review"}, "Goreleaser config review"},
		{"not another stretch's", "P> fix the flaky login test, it must not use the network", []string{"Database migration planning"}, "Fix the flaky login test, it must not use the network"},
		{"the agent's, when nobody asked", "A> The worker drops messages because the lock is not held during the rename.", nil, "The worker drops messages because the lock is not held during the…"},
		{"no markup", "P> fix the **flaky** `login` test, it must not use the network", nil, "Fix the flaky login test, it must not use the network"},
		{"a plan", "P> Implement the following plan:\n\n# Cache invalidation\n\nWe must always drop stale keys on deploy.", nil, "Cache invalidation"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := summarise(t, script(t, tt.turns), tt.titles...).Title; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
