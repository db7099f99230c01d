package extract

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/flush/extract/sentence"
)

// A proposal that settles something is a decision wherever a person says it, and reaches the
// log even as the first words of a session.
func TestSettled(t *testing.T) {
	for _, said := range []string{
		"Let's go with advisory locks for the invoice queue.",
		"Let's use SQLite instead of PostgreSQL for the tests.",
		"lets use sqlite for the tests",
		"ok, let's stick with the old endpoint",
		"Let’s switch to zerolog for all services.",
		"let's drop Redis",
		"go with advisory locks then",
		"We'll use PostgreSQL 17.",
		"we go with one lock per file",
		"both would do, but we'll go with one lock per file",
		"ok, SQLite it is",
		"Advisory locks it is then.",
		"Let's use advisory locks, can you add them?",
		"The tests need a server. Let's use testcontainers for them.",

		"ok so we go with Kafka then, final",
		"the beta stays closed until March, that's final",
		"in the end we'll use UTC for all timestamps",
		"nach dem Meeting: den Windows-Build lassen wir fallen",
		"On a décidé de garder PostgreSQL pour la facturation.",
		"J'ai décidé de cacher les brouillons.",
		"On a choisi de supprimer le mode hors ligne.",
		"on s'est mis d'accord sur UTC pour tous les horodatages",
		"al final vamos a usar UTC en todas las fechas",
		"Kafkaで行くことにしました",
		"時刻はすべてUTCに統一すると決まりました",
		"会议结论：时间统一用 UTC",
		"测试版三月之前不公开，就这么定了",
		"бета закрыта до марта, это окончательно",
		"Lass uns für die Rechnungen Advisory Locks nehmen.",
		"ok, dann nehmen wir SQLite für die Tests",
		"Wir bleiben bei der alten Schnittstelle.",
		"Vamos con SQLite para las pruebas del proyecto.",
		"vale, nos quedamos con el endpoint antiguo",
		"usemos SQLite en lugar de PostgreSQL para las pruebas",
		"On part sur des verrous consultatifs pour la file des factures.",
		"ok, va pour SQLite dans les tests",
		"Restons sur l'ancienne interface pour le moment.",
		"Vamos usar SQLite em vez de PostgreSQL nos testes.",
		"beleza, ficamos com o endpoint antigo",
		"Давай возьмём SQLite вместо PostgreSQL для тестов.",
		"хорошо, тогда остаёмся на старом интерфейсе",
		"那就用 SQLite 做测试吧。",
		"好的，我们改用队列而不是定时任务",
		"テストは PostgreSQL ではなく SQLite にしましょう。",
		"では、請求書のキューはアドバイザリロックで行きましょう",
	} {
		for _, turns := range []string{"P> " + said, "P> why is an invoice sent twice?\nA> Two workers read the same row.\nP> " + said} {
			turns += "\nA> The worker now takes a lock because two of them read the same row in `worker.go`."
			tail := []rune(strings.TrimRight(said, ".。?"))
			if s := show(summarise(t, script(t, turns))); !strings.Contains(after(s, "\ndecision: "), string(tail[len(tail)-6:])) {
				t.Errorf("of %q is kept\n%s", said, s)
			}
		}
	}
}

// after returns the rest of the line of a text behind a mark, "" without it.
func after(s, mark string) string {
	_, rest, _ := strings.Cut(s, mark)
	line, _, _ := strings.Cut(rest, "\n")
	return line
}

// A request for work, a question, a guess or a wonder settles nothing.
func TestNotSettled(t *testing.T) {
	for _, said := range []string{
		"let's fix the tests", "let's look at the importer", "use bash to find the large files", "let's use bash to find the large files",
		"let's use grep to check who calls it", "should we go with SQLite?", "let's use SQLite, what do you think?", "maybe let's use SQLite for the tests",
		"can we go with SQLite", "I don't want to go with redis", "why did we go with redis", "let's go with that", "ok, go with it", "let's drop it",
		"let's switch to the main branch", "let's stick to the plan", "let's go", "let's go on with the next task", "I don't know if we'll use SQLite",
		"show me what it is", "leave it as it is", "yes it is", "the problem is what it is", "here it is", "add a flag for what goes with it",
		"Lass uns die Tests reparieren.", "nehmen wir SQLite oder PostgreSQL?", "lass uns die Logs ansehen", "nehmen wir mal an, der Server fällt aus",
		"vamos a arreglar las pruebas", "¿usamos SQLite?", "corrigeons les tests", "on utilise quoi ?", "vamos corrigir os testes",
		"давай исправим тесты", "давай посмотрим логи", "我们用哪个队列？", "我们看一下日志", "テストを直しましょう", "どのキューを使いましょうか？", "ログを見てみましょう",
	} {
		for _, turns := range []string{"P> " + said, "P> why is an invoice sent twice?\nA> Two workers read the same row.\nP> " + said} {
			r := readTurns(script(t, turns))
			for i := range r.units {
				if u := &r.units[i]; u.voice == person && u.cues.Has(sentence.Adopt) {
					t.Errorf("%q settles something (%b)", u.text, u.cues)
				}
			}
		}
	}
}

// A choice and a standing wish said in one breath are told apart.
func TestChoiceBesideWish(t *testing.T) {
	s := show(summarise(t, script(t, "P> why is an invoice sent twice?\nA> Two workers read the same row.\nP> Let's use advisory locks. Always write tests with the standard library, never testify.\nA> All right.")))
	for _, want := range []string{"decision: Let's use advisory locks.\n", "preference: Always write tests with the standard library, never testify.\n"} {
		if !strings.Contains(s, want) {
			t.Errorf("no %q in\n%s", want, s)
		}
	}
}
