package extract

import (
	"testing"

	"github.com/agent-admin/memoria/daily"
)

// TestKindOfPerson tells wishes that last from requests, questions and reports. Each sentence
// comes second, after a request.
func TestKindOfPerson(t *testing.T) {
	for _, tt := range []struct {
		give string
		want daily.Kind
	}{
		{"never mock the clock in these tests", daily.Preference},
		{"use yarn instead of npm in this project", daily.Preference},
		{"I want one file, not ten of them", daily.Preference},
		{"i do also want to see the flags in the report", daily.Preference},
		{"the token should never be logged", daily.Preference},
		{"no, that's not the format we agreed on", daily.Preference},
		{"TestMonthly fails on CI at night but never on my machine", daily.Exchange},
		{"I get an error every time the worker starts", daily.Exchange},
		{"the scroll bar still does not work in the terminal", daily.Exchange},
		{"will that change the endpoint as well? (the old one is gone)", daily.Exchange},
		{"I don't know if we want to build it as a plugin", daily.Exchange},
		{"ok then, commit and push and I tell the others", daily.Exchange},
		{"new tickets for the importer were added. tackle them", daily.Exchange},
		{"tell me where we should put the new logger", daily.Exchange},
		{"the importer runs on two machines in Frankfurt", daily.Fact},
		{"we decided on the smaller machine for staging", daily.Decision},
		{"Please write slowly. We decided to cache thumbnails for an hour because the disk is small.", daily.Decision},
		{"We decided on the smaller machine. Now look at the logs of the other one.", daily.Decision},
		{"Please decide which endpoint we keep. Fix the other one.", daily.Exchange},
		{"❌ mocks of the clock in `worker_test.go`", daily.Lesson},
		{"I just checked the folder and none of the files has a date in front", daily.Fact},
		{"stop for a second, so the issue was that the global ignore file hid the settings", daily.Lesson},
		{"ParseTest is meant to verify the default, but because of an early return it never reaches the loop", daily.Fact},
		{"never reach into the loop from a test, because the loop changes", daily.Preference},

		{"das Token soll nie im Log stehen", daily.Preference},
		{"der Test schlägt in der CI immer fehl", daily.Exchange},
		{"ich weiß nicht, ob wir das als Plugin wollen", daily.Exchange},
		{"usa siempre comillas simples en los scripts", daily.Preference},
		{"la prueba siempre falla en el servidor de noche", daily.Exchange},
		{"le jeton ne doit jamais apparaître dans le journal", daily.Preference},
		{"le test échoue toujours sur le serveur de nuit", daily.Exchange},
		{"o token nunca deve aparecer no log do servidor", daily.Preference},
		{"o teste sempre falha na integração contínua durante a noite", daily.Exchange},
		{"никогда не пиши токен в журнал сервера", daily.Preference},
		{"тест всегда падает ночью на сервере сборки", daily.Exchange},
		{"以后不要把令牌写进日志文件", daily.Preference},
		{"测试总是在夜里的服务器上失败", daily.Exchange},
		{"今後トークンは絶対にログに出さないでください", daily.Preference},
		{"夜のサーバーではテストが必ず失敗します", daily.Exchange},
	} {
		r := readTurns(script(t, "P> first look at the importer\nA> I have read it all.\nP> "+tt.give))
		r.choose()
		for i := range r.units {
			if u := &r.units[i]; u.voice == person && !u.place.first {
				if got := r.kindOf(u); got != tt.want {
					t.Errorf("%q is a %s, want a %s (%s)", u.text, kindNames[got], kindNames[tt.want], u.cues)
				}
			}
		}
	}
}

// TestKindOfAgent tells what was settled from leanings, status and what could not be done.
func TestKindOfAgent(t *testing.T) {
	for _, tt := range []struct {
		give  string
		reply string
		want  daily.Kind
	}{
		{"Replaced the global lock by one lock per file.", "thanks", daily.Fact},
		{"Replaced the global lock by one lock per file, so that no writer waits for another.", "thanks", daily.Decision},
		{"Replaced the global lock because each writer waited for all others.", "thanks", daily.Decision},
		{"The lock was removed by the proxy because it looked stale.", "thanks", daily.Lesson},
		{"The store uses one lock per file now instead of a global one, which I removed.", "thanks", daily.Decision},
		{"Understood, I rewrote the tests with the standard library only and removed testify from go.mod.", "thanks", daily.Fact},
		{"Done: removed `testify` from go.mod and from both of the helpers.", "thanks", daily.Fact},
		{"I removed `testify`, since the standard library does all that the tests need.", "thanks", daily.Decision},
		{"goreleaser removed `brews` in version 2.10.", "thanks", daily.Fact},
		{"The store no longer locks all files; each has a lock of its own.", "thanks", daily.Decision},
		{"Ich habe die Tests umgestellt und `testify` aus go.mod entfernt.", "danke", daily.Fact},
		{"He eliminado `testify` de go.mod y de las dos ayudas.", "gracias", daily.Fact},
		{"J'ai supprimé `testify` de go.mod et des deux aides.", "merci", daily.Fact},
		{"Removi o `testify` do go.mod e dos dois auxiliares.", "obrigado", daily.Fact},
		{"Я удалил `testify` из go.mod и переписал оба помощника.", "спасибо", daily.Fact},
		{"已从 go.mod 和两个辅助文件中移除 `testify`。", "谢谢", daily.Fact},
		{"go.mod と二つの補助ファイルにある `testify` を削除しました。", "ありがとう", daily.Fact},
		{"I recommend one lock per file in `store.go`.", "ok, go ahead", daily.Decision},
		{"I recommend one lock per file in `store.go`.", "what would that cost us in memory?", daily.Fact},
		{"I'd lean toward one lock per file in `store.go`.", "what would that cost us in memory?", daily.Fact},
		{"I also don't see a delete tool, so I can't remove the page I created.", "thanks", daily.Lesson},
		{"Plan written, all tests pass, and I need a decision from you.", "thanks", daily.Fact},
		{"The error should be gone on your next start of the worker.", "what would that cost us?", daily.Fact},
		{"The lock is global because the map is shared.", "thanks", daily.Lesson},
		{"The store now takes locks by file and does not wait for others.", "thanks", daily.Fact},
		{"PR opened: https://example.com/acme/store/pull/7", "thanks", daily.Fact},
		{"- Not changed (and why): `release.yml` - no edit needed; the key must be set before tagging", "thanks", daily.Fact},
		{"Recommendation: keep the block only if you plan to run it before tagging.", "what would that cost us in memory?", daily.Lesson},
		{"You'll need to set the key of `release.yml` before tagging.", "thanks", daily.Action},
		{"Ich empfehle eine Sperre je Datei in `store.go`.", "was kostet das an Speicher auf dem Server?", daily.Fact},
		{"我推荐在 `store.go` 里每个文件一把锁。", "这会占用多少内存？", daily.Fact},
	} {
		r := readTurns(script(t, "P> look at the store\nA> "+tt.give+"\nP> "+tt.reply))
		r.choose()
		for i := range r.units {
			if u := &r.units[i]; u.voice == agent {
				if got := r.kindOf(u); got != tt.want {
					t.Errorf("%q is a %s, want a %s (%s)", u.text, kindNames[got], kindNames[tt.want], u.cues)
				}
			}
		}
	}
}

// TestDecisionBesideTask holds that what was settled outweighs what is left to do where one
// bullet tells both, as it does for what a person says.
func TestDecisionBesideTask(t *testing.T) {
	for _, tt := range []struct {
		give string
		want daily.Kind
	}{
		{"We decided to keep the old `api/v1`. You'll need to rotate the key by hand.", daily.Decision},
		{"You'll need to rotate the key of `api/v1` by hand.", daily.Action},
		{"You'll need to decide. Also rotate the key of `api/v1` by hand.", daily.Action},
		{"We decided to keep the old `api/v1`. All tests pass.", daily.Decision},
	} {
		if got := kinds(t, "P> look at the store\nA> "+tt.give+"\nP> thanks", agent); got[0] != tt.want {
			t.Errorf("%q is %v, want a %s", tt.give, got, kindNames[tt.want])
		}
	}
}

// TestContextOnce holds that what was asked does not stand below itself.
func TestContextOnce(t *testing.T) {
	s := summarise(t, script(t, "P> the page shows yesterday's price after a deploy\nA> The page is stale because the CDN caches it for a day."))
	for _, b := range s.Bullets {
		if b.Text == s.Context {
			t.Errorf("%s", show(s))
		}
	}
}
