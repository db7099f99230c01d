package change

import (
	"testing"

	"github.com/agent-admin/memoria/wiki/prose"
)

var reader = Reader{Stop: prose.IsStopAnywhere}

// What is not said of now, by the line itself and of all, overturns nothing, whatever was said before.
func TestDoubt(t *testing.T) {
	const was = "The queue runs on Redis"
	for _, line := range []string{
		"We never switched the queue from Redis to Kafka",
		"Should we switch the queue from Redis to Kafka?",
		"Idea: switch the queue from Redis to Kafka",
		"While Redis is down, the queue runs on Kafka instead of Redis",
		"In staging, the queue was switched from Redis to Kafka",
		"Switched the queue from Redis to Kafka, for the demo",
		"Switched the queue from Redis to Kafka and back",
		"Switched the queue from Redis to Kafka. Rolled back at noon.",
		"The memo says ‘switched the queue from Redis to Kafka’",
		"Some queues were switched from Redis to Kafka",
		"Wird die Queue von Redis auf Kafka umgestellt, sparen wir Zeit",
	} {
		if fit := reader.Read(line, true).Overturns(reader.Read(was, true)); fit != None {
			t.Errorf("%q overturns %q: %d", line, was, fit)
		}
	}
	for line, want := range map[string]Fit{
		"Switched the queue from Redis to Kafka":                         Sure,
		"Switched from Redis to Kafka":                                   May,
		"According to the agent, switched the queue from Redis to Kafka": Sure,
	} {
		if fit := reader.Read(line, true).Overturns(reader.Read(was, true)); fit != want {
			t.Errorf("%q overturns %q: %d, want %d", line, was, fit, want)
		}
	}
	if fit := reader.Read("Switched the queue from Redis to Kafka", true).Overturns(reader.Read("Laut dem Agenten: "+was, true)); fit != Sure {
		t.Errorf("what is told as the agent's word is overturned as %d", fit)
	}
	if fit := reader.Read("Switched the ingest queue from Redis to Kafka", true).Overturns(reader.Read("The ingest queue runs on Redis", true)); fit != Exact {
		t.Errorf("two words tell it, and it fits as %d", fit)
	}
}

// What is given up altogether is told by its name alone.
func TestGone(t *testing.T) {
	for line, want := range map[string]int{
		"We got rid of Redis completely because Kafka does it": 1,
		"Removed Redis from the worker":                        2,
		"Redis must have a password":                           0,
		"Should we have got rid of Redis?":                     0,
	} {
		if got := reader.Read(line, true).Gone(); len(got) != want {
			t.Errorf("%q: %q", line, got)
		}
	}
}

// Who decided against one thing and says what is so instead tells of nothing that was dropped.
func TestTried(t *testing.T) {
	for line, want := range map[string]bool{
		"We decided against the MSI, the installer ships as an EXE":                                                    false,
		"Decided against Redis; the tiles are cached on disk":                                                          false,
		"Wir haben uns gegen Redis entschieden":                                                                        false,
		"Dead end: patching the driver, its checksum is verified":                                                      true,
		"Not adopted: a second database for the reports":                                                               true,
		"We decided against the MSI":                                                                                   true,
		"We decided against the MSI, it needs a certificate of its own":                                                true,
		"We decided against the MSI because the installer ships as an EXE":                                             true,
		"We decided against the MSI, the installer did not start with it":                                              true,
		"Tried Redis for the tiles, but it lost them":                                                                  true,
		"I tried Redis first, but it evicts them, and the client counts per minute, so it still answered late at noon": true,
	} {
		if got := reader.Read(line+".", true).Tried; got != want {
			t.Errorf("%q was tried and dropped: %t", line, got)
		}
	}
}

// Any bytes can be read, and two lines compared, in either order.
func FuzzOverturns(f *testing.F) {
	f.Add("The queue runs on `Redis`", "Switched the queue from `Redis` to Kafka, not from 'x y z")
	f.Add("缓存使用 Redis", "缓存从 Redis 换成了 Memcached。")
	f.Add("Reverted.", ": : instead of , not „")
	f.Add("Use a `.` instead of a `:` for names since `.` reads a property", "Names now use `:`")
	f.Add("\xff no longer", "correction: is 5 s now (was 6)")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := reader.Read(a, true), reader.Read(b, false)
		if x.Overturns(y) != reader.Read(a, true).Overturns(y) {
			t.Errorf("%q and %q are compared in two ways", a, b)
		}
		y.Overturns(x)
		y.Words()
	})
}

// A line tells by itself that it changes what held; an order for the moment, a guess and a complaint do not.
func TestAlters(t *testing.T) {
	for line, want := range map[string]Alteration{
		"you may touch the migrations folder now":                         Frees,
		"you may push to main":                                            Grants,
		"Mocks are allowed in the tests now":                              Frees,
		"du darfst jetzt auf den main-Branch pushen":                      Frees,
		"skip make fmt from now on, the hook does it":                     Frees,
		"ya no hace falta ejecutar el linter antes de hacer commit":       Frees,
		"plus besoin de lancer les tests avant de pousser":                Frees,
		"больше не нужно запускать тесты перед коммитом":                  Frees,
		"コミット前にリンターを実行する必要はもうありません":                                       Frees,
		"The pool size is 35 now":                                         Resets,
		"make that 14 days for the backups":                               Resets,
		"Das Repo heißt jetzt hafenlog":                                   Resets,
		"Wir haben das Repo noch einmal umbenannt, in hafenbuch":          Resets,
		"CORRECTION - it's R2, not S3":                                    Corrects,
		"One correction: we deploy on Mondays":                            Corrects,
		"I misspoke: the photos go to R2, not S3":                         Corrects,
		"No wait, R2 instead of S3 for the photos":                        Corrects,
		"Actually two spaces for indentation in the YAML files, not four": Corrects,
		"Correzione: le foto stanno su R2, non su S3":                     Corrects,
		"更正：我们使用 PostgreSQL 存储订单，不用 MySQL":                                Corrects,
		"the staging license works again":                                 Cures,
		"Der Zugang zum Labor ist wieder frei":                            Cures,
		"现在可以直接改数据库了":                                                     Frees,
		"we are on Go 1.26 now":                                           Resets,
		"the layout works well on phones":                                 Unaltered,
		"仓库又搬了，现在在 gitlab.com/a/two":                                      Resets,
		"Репозиторий снова переименовали, теперь он называется beta-core": Resets,
		"we are in the middle of it now":                       Unaltered,
		"可以直接看日志吗":                                             Unaltered,
		"I fixed the umlaut problem of the importer yesterday": Cures,
		"you may want to look at the migrations folder":        Unaltered,
		"you may continue with the second step":                Unaltered,
		"the tests may fail on the old runner":                 Unaltered,
		"may I push to main?":                                  Unaltered,
		"you can find the log in the temp folder":              Unaltered,
		"skip this test":                                       Unaltered,
		"no wait, show me the file first":                      Unaltered,
		"actually, show me the other file":                     Unaltered,
		"the page is blank now":                                Unaltered,
		"the button is too small, make it 20 pixels wide":      Unaltered,
		"now run the tests of the parser":                      Unaltered,
		"the correction of the photos is stored in R2":         Unaltered,
		"please get the login fixed":                           Unaltered,
		"is it fixed now?":                                     Unaltered,
		"the fixed width of the table is 20":                   Unaltered,
		"you are not allowed to push to main":                  Unaltered,
		"there are still 3 failing tests now":                  Unaltered,
	} {
		if got := reader.Read(line+".", false).Alters(); got != want {
			t.Errorf("%q alters as %d, want %d", line, got, want)
		}
	}
}
