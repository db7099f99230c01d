package project

import (
	"sync"

	"github.com/agent-admin/memoria/flush/redact"
	"github.com/agent-admin/memoria/flush/redact/pathname"
)

var secrets = sync.OnceValue(func() *redact.Redactor { return redact.New(redact.Options{}) })

// Hide returns a path, an address or a branch without what looks like a secret in the names that it is made of. Hiding
// twice changes nothing.
func Hide(name string) string {
	if len(name) < 8 || len(secrets().Find(name)) == 0 {
		return name
	}
	return pathname.Replace(name, func(name string, each func(start, end int)) {
		for _, f := range secrets().Find(name) {
			each(f.Start, f.End)
		}
	})
}

// Reveal returns the path on this disk that Hide made dir of; where a name is not on it, as much as is.
func Reveal(dir string) string { return pathname.Reveal(dir, Hide) }
