package sync

import (
	"context"
	"fmt"

	"github.com/agent-admin/memoria/flush/redact"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// Secret is the class of a sync that would send what the redactor takes out.
const Secret = "secret"

// A SecretError says that a line which is about to be sent has what the redactor takes out.
type SecretError struct {
	Path string
	Line int
	Rule string // that found it
}

func (e *SecretError) Error() string {
	if e.Rule == "private" || e.Rule == "path" {
		return fmt.Sprintf("%s:%d has what is marked as private (%s)", e.Path, e.Line, e.Rule)
	}
	return fmt.Sprintf("%s:%d has what looks like a password or a key (%s)", e.Path, e.Line, e.Rule)
}

// leak returns the first line of a file of ours that the redactor would change, and that was not sent before; nil if there
// is none. Logs and articles were redacted when they were written; this is for what a person wrote, and for settings that
// came later.
func leak(r *redact.Redactor, name string, now, was []byte) *SecretError {
	for _, f := range r.Added(string(now), string(was)) {
		if f.Rule != "path" || name != layout.Config { // which names what is withheld
			return &SecretError{name, f.Line, f.Rule}
		}
	}
	return nil
}

// guard returns a *SecretError for what a push would send.
func (r *run) guard(ctx context.Context, trunk string) error {
	if r.secret != nil {
		return r.secret
	}
	differ, err := r.work.Compare(ctx, r.work.Head, trunk)
	if err != nil {
		return err
	}
	for name, side := range differ {
		if e := leak(r.clean, name, side.Here, side.There); e != nil {
			return e
		}
	}
	return nil
}
