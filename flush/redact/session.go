package redact

import (
	"slices"

	"github.com/agent-admin/memoria/flush/redact/known"
)

// Session returns a Redactor for the texts of one session, which knows what it took out of one in all that follow, also what is
// none in other sessions.
func (r *Redactor) Session() *Redactor {
	return &Redactor{paths: r.paths, known: append(slices.Clip(r.known), known.Session())}
}
