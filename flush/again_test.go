package flush

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/flush/redact"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A secret that was found once in a session is nowhere in what is kept of it: before or after, in this capture or a
// later one, and in a title.
func TestSecretStandsAgain(t *testing.T) {
	const plain = "Kestrel" + "4711x"
	for name, in := range map[string]func(*bench, *script){
		"after it": func(b *bench, s *script) {
			b.end(s.say("u1 A 10:00 keep password: "+plain, "a1/m1 A 10:01 keep "+plain+" in mind, or \""+plain+"\""))
		},
		"before it": func(b *bench, s *script) {
			b.end(s.say("u1 A 10:00 keep "+plain+" for now", "u2 A 10:01 keep DB_PASSWORD="+plain))
		},
		"in a title": func(b *bench, s *script) {
			b.end(s.say("u1 A 10:00 keep DB_PASSWORD="+plain, "a1/m1 A 10:01 keep it").named("A", "Is it "+plain))
		},
		"in a later capture": func(b *bench, s *script) {
			b.grow(s.say("u1 A 10:00 keep DB_PASSWORD="+plain, "a1/m1 A 10:01 ok"))
			b.grow(s.say("u2 A 10:02 keep dull", "a2/m2 A 10:03 ok"))
			b.end(s.say("u3 A 10:04 keep " + plain + " for good"))
		},
		"in an import": func(b *bench, s *script) {
			b.run(file("A.jsonl", "u1 A 10:00 keep DB_PASSWORD="+plain, "u2 A 10:02 keep "+plain+" too"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			r := redact.New(redact.Options{})
			clean := func(r *redact.Redactor) func(string) string {
				return func(s string) string { s, _ = r.Text(s); return s }
			}
			b.f.Clean, b.f.Session = clean(r), func() func(string) string { return clean(r.Session()) }
			in(b, &script{path: "A.jsonl"})
			log := b.log("2026-03-01")
			must.Be(t, strings.Contains(log, "[redacted:password]"), "nothing was taken out:\n%s", log)
			filepath.WalkDir(b.dir, func(path string, d os.DirEntry, err error) error {
				if text, err := os.ReadFile(path); err == nil && strings.Contains(string(text), plain) {
					t.Errorf("%s holds it:\n%s", path, text)
				}
				return nil
			})
		})
	}
}
