package extract

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/extract/rank"
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
		{"no, that's not the format we agreed on", daily.Fact},
		{"TestMonthly fails on CI at night but never on my machine", daily.Exchange},
		{"I get an error every time the worker starts", daily.Exchange},
		{"the scroll bar still does not work in the terminal", daily.Exchange},
		{"will that change the endpoint as well? (the old one is gone)", daily.Exchange},
		{"I don't know if we want to build it as a plugin", daily.Exchange},
		{"est-ce qu'on a décidé de bloquer Django en 4.2 ?", daily.Exchange},
		{"on n'a pas encore décidé pour Kafka, montre-moi les coûts", daily.Fact},
		{"si on a choisi Kafka, combien ça coûte ?", daily.Exchange},
		{"is the layout of the page final?", daily.Exchange},
		{"テストを実行することにしますか?", daily.Exchange},
		{"le client a décidé de garder l'ancien format", daily.Fact},
		{"the final version of the layout is in the folder of Anna", daily.Fact},
		{"der Parser entscheidet am Ende, welche Zeile er nimmt", daily.Fact},
		{"テストは毎晩サーバーで実行することになっています", daily.Fact},
		{"функция решила задачу за час", daily.Fact},
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
		{"stop for a second, so the issue was that the global ignore file hid the settings", daily.Fact},
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
		{"could you please always run the tests before you say you're done?", daily.Preference},
		{"would you mind never using emojis in commits, thanks", daily.Preference},
		{"can we from now on keep functions under 40 lines?", daily.Preference},
		{"could you sign the commits from now on?", daily.Preference},
		{"from now on can you write the summary first?", daily.Preference},
		{"always squash before you merge, ok?", daily.Preference},
		{"kannst du in Zukunft bitte immer zuerst einen Plan zeigen?", daily.Preference},
		{"würdest du bitte nie mehr direkt auf main pushen?", daily.Preference},
		{"Committe grundsätzlich erst, wenn ich es sage.", daily.Preference},
		{"peux-tu désormais toujours montrer un plan d'abord ?", daily.Preference},
		{"tu pourrais ne plus jamais pousser sur main ?", daily.Preference},
		{"¿puedes a partir de ahora mostrar siempre un plan primero?", daily.Preference},
		{"¿podrías no volver a subir nada a main sin avisar?", daily.Preference},
		{"você pode sempre mostrar um plano primeiro?", daily.Preference},
		{"можешь впредь всегда сначала показывать план?", daily.Preference},
		{"можно больше никогда не пушить в main напрямую?", daily.Preference},
		{"以后能不能都先给我看计划？", daily.Preference},
		{"可以不要再直接推到 main 吗？", daily.Preference},
		{"今後は必ず最初に計画を見せてもらえますか?", daily.Preference},
		{"mainには直接プッシュしないでもらえますか?", daily.Preference},
		{"use yarn instead of npm for all of this project", daily.Preference},
		{"could you explain why it always fails at night?", daily.Exchange},
		{"can you find the test that never passes?", daily.Exchange},
		{"can you look at each file of the importer?", daily.Exchange},
		{"could you check whether the hook is always called?", daily.Exchange},
		{"can you fix the never ending loop?", daily.Exchange},
		{"can you see that it always prints the header?", daily.Exchange},
		{"it always prints two headers, ok?", daily.Exchange},
		{"kannst du nachsehen, warum der Test immer fehlschlägt?", daily.Exchange},
		{"kannst du den immer gleichen Text kürzen?", daily.Exchange},
		{"peux-tu vérifier si le test échoue toujours ?", daily.Exchange},
		{"¿puedes mirar por qué siempre falla la prueba?", daily.Exchange},
		{"você pode ver por que o teste sempre falha?", daily.Exchange},
		{"можешь посмотреть, почему тест всегда падает?", daily.Exchange},
		{"能不能看一下为什么测试总是失败？", daily.Exchange},
		{"なぜテストが必ず失敗するのか見てもらえますか?", daily.Exchange},
		{"don't run the tests yet, I'm still editing", daily.Exchange},
		{"use the blue one for this button", daily.Exchange},
		{"stop, do not touch that file, I am in the middle of it", daily.Exchange},
		{"let's not do the renaming today", daily.Exchange},
		{"nimm für dieses Bild bitte die kleinere Version", daily.Exchange},
		{"まだコミットしないでください", daily.Exchange},
		{"не трогай этот файл, я ещё пишу", daily.Exchange},
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
					t.Errorf("%q is a %s, want a %s (%b)", u.text, kindNames[got], kindNames[tt.want], u.cues)
				}
			}
		}
	}
}

// TestNoTaskOfOffers holds that what the agent offers, or says it has done, is no open task, whatever words it has of one.
func TestNoTaskOfOffers(t *testing.T) {
	for said, want := range map[string]daily.Kind{
		"Open: ask the auditor whether the year needs a PDF.":                                 daily.Action,
		"Follow-up: the import of March still needs to be rerun.":                             daily.Action,
		"If you want, I can turn the list of what still needs to be mocked into issues.":      daily.Fact,
		"The to-do app is ready: everything that was still needed for it works successfully.": daily.Fact,
	} {
		r := readTurns(script(t, "P> first look at the importer\nA> I have read it all.\n\nNext steps:\n\n"+said))
		r.rate(rank.Default())
		for i := range r.units {
			if u := &r.units[i]; u.voice == agent && strings.Contains(said, u.text) && (u.kind == daily.Action) != (want == daily.Action) {
				t.Errorf("%q is a %s (%b)", u.text, kindNames[u.kind], u.cues)
			}
		}
	}
}

// TestNoDecisionOfAdvice holds that what the agent proposes, or tells of how a thing is, is no decision: it says what was done
// or settled.
func TestNoDecisionOfAdvice(t *testing.T) {
	for said, want := range map[string]bool{
		"I'd lean toward one lock per file, since the global lock blocks the importer.":        false,
		"My recommendation is the second option, as the importer already has the lock.":        false,
		"The importer takes `flock` at the start and gives it back when the last row is read.": false,
		"Replaced the global lock of the importer by one lock per file.":                       true,
		"The importer takes one lock per file instead of the global one.":                      true,
		"We decided to keep the lock of the importer, since the rows are small.":               true,
	} {
		r := readTurns(script(t, "P> first look at the importer\nA> "+said))
		r.rate(rank.Default())
		for i := range r.units {
			if u := &r.units[i]; u.voice == agent && !want && u.kind == daily.Decision {
				t.Errorf("%q is a decision (%b)", u.text, u.cues)
			} else if u.voice == agent && want && !mayDecide(u) {
				t.Errorf("%q can be no decision (%b)", u.text, u.cues)
			}
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
