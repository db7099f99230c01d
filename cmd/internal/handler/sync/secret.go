package sync

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"path"
	"strings"
	"unicode/utf16"

	"github.com/agent-admin/memoria/cmd/internal/git/repo"
	"github.com/agent-admin/memoria/flush/redact"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// Secret is the class of a sync that would send what the redactor takes out.
const Secret = "secret"

// A SecretError says that a line which is about to be sent has what the redactor takes out.
type SecretError struct {
	Path string
	Line int    // 0 if it is the name of the file
	Rule string // that found it
	Old  bool   // only a commit has it that was not sent yet; the file has it no more
	Mend string // how such commits are taken back
}

func (e *SecretError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("the name of a file has what looks like a password or a key (%s): %s", e.Rule, path.Dir(e.Path))
	}
	if e.Old {
		return fmt.Sprintf("a commit that was not sent yet has in %s:%d what looks like a password or a key (%s), though the file has it no more", e.Path, e.Line, e.Rule)
	}
	if e.Rule == "private" || e.Rule == "path" {
		return fmt.Sprintf("%s:%d has what is marked as private (%s)", e.Path, e.Line, e.Rule)
	}
	return fmt.Sprintf("%s:%d has what looks like a password or a key (%s)", e.Path, e.Line, e.Rule)
}

// leak returns the first line of a file of ours that the redactor would change, and that was not sent before; nil if there
// is none. Logs and articles were redacted when they were written; this is for what a person wrote, and for settings that
// came later.
func leak(r *redact.Redactor, name string, now, was []byte) *SecretError {
	for _, f := range r.Added(plain(now), plain(was)) {
		if f.Rule != "path" || name != layout.Config { // which names what is withheld
			return &SecretError{Path: name, Line: f.Line, Rule: f.Rule}
		}
	}
	return nil
}

// named returns what the redactor would take out of the name of a file, nil if there is nothing.
func named(r *redact.Redactor, name string) *SecretError {
	for _, f := range r.Find(name) {
		if f.Rule != "path" {
			return &SecretError{Path: name, Rule: f.Rule, Mend: "give the file another name, then memoria sync"}
		}
	}
	return nil
}

// plain returns the text of a file, "" if it is none. Editors of Windows save some as UTF-16.
func plain(file []byte) string {
	order := binary.ByteOrder(binary.LittleEndian)
	switch head := file[:min(len(file), 512)]; {
	case bytes.HasPrefix(file, []byte("\xfe\xff")), len(head) > 3 && head[0] == 0 && head[2] == 0 && head[1] != 0:
		order = binary.BigEndian
	case bytes.HasPrefix(file, []byte("\xff\xfe")), len(head) > 3 && head[1] == 0 && head[3] == 0 && head[0] != 0:
	case bytes.IndexByte(head, 0) >= 0:
		return ""
	default:
		return string(file)
	}
	units := make([]uint16, len(file)/2)
	for i := range units {
		units[i] = order.Uint16(file[2*i:])
	}
	return string(utf16.Decode(units))
}

// guard returns a *SecretError for what a push would send: any of its commits, also what a later one took out again.
func (r *run) guard(ctx context.Context, trunk string) error {
	if r.secret != nil {
		return r.secret
	}
	clear, rules, _ := strings.Cut(r.synced.Clear, " ")
	if rules != r.Vault.Rules() {
		clear = ""
	}
	undo := "git update-ref -d HEAD"
	if trunk != "" {
		undo = "git reset --soft $(git merge-base HEAD " + r.Trunk + ")"
	}
	undo += " takes back the commits that were not sent, and leaves all files as they are; then memoria sync"
	err := r.work.Sends(ctx, trunk, clear, func(s repo.Sent) error {
		if s.Text == nil {
			if e := named(r.clean, s.Path); e != nil {
				e.Mend = "give the file another name; " + undo
				return e
			}
			return nil
		}
		if e := leak(r.clean, s.Path, s.Text, s.Was); e != nil {
			e.Old, e.Mend = s.Old, undo
			return e
		}
		return nil
	})
	if err == nil {
		r.synced.Clear = r.work.Head + " " + r.Vault.Rules()
	}
	return err
}
