package redact

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// What is taken out of one text goes from the others, unless it is a word that says nothing without its name.
func TestSession(t *testing.T) {
	for _, c := range []struct{ one, other, want string }{
		{"password: Kestrel4711x", "log in with Kestrel4711x, not xKestrel4711x", "log in with [redacted:password], not xKestrel4711x"},
		{"the PIN is 4711", "I typed 4711, port 47110", "I typed [redacted:password], port 47110"},
		{"machine h\n  login ada\n  password analytical", "ada/analytical", "ada/[redacted:password]"},
		{"DB_PASSWORD=tiger", "the tiger sleeps", "the tiger sleeps"},
		{"mysqldump --password=tiger app", "the tiger sleeps", "the tiger sleeps"},
		{"the passphrase is correct horse battery staple", "type correct horse battery staple there", "type [redacted:password] there"},
		{"<private>Kestrel4711x</private>", "Kestrel4711x", "Kestrel4711x"},
	} {
		r := New(Options{}).Session()
		first, _ := r.Text(c.other)
		r.Text(c.one)
		got, _ := r.Text(first)
		must.Equal(t, got, c.want, "after %q: %q became", c.one, c.other)
	}
}
