// Package leak finds in what a sync is about to send what the redactor takes out.
package leak

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"path"
	"strings"
	"unicode/utf16"

	"github.com/agent-admin/memoria/flush/redact"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/lazy"
)

// An Error says that a line which is about to be sent has what the redactor takes out.
type Error struct {
	Path string
	Line int    // 0 if it is the name of the file
	Rule string // that found it
	From string // the line of a log that says it, as "2026-03-02@laptop#^k3f9a2c"; "" if a person wrote it elsewhere
	Old  bool   // only a commit has it that was not sent yet; the file has it no more
	Mend string // how such commits are taken back
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("the name of a file has what looks like a password or a key (%s): %s", e.Rule, path.Dir(e.Path))
	}
	if e.Old {
		return fmt.Sprintf("a commit that was not sent yet has in %s:%d what looks like a password or a key (%s), though the file has it no more", e.Path, e.Line, e.Rule)
	}
	what, from := "looks like a password or a key", ""
	if e.Rule == "private" || e.Rule == "path" {
		what = "is marked as private"
	}
	if day, _, _ := strings.Cut(e.From, "#"); day != "" && day+".md" != path.Base(e.Path) {
		from = ", from the log's line " + e.From
	}
	return fmt.Sprintf("%s:%d has what %s (%s)%s", e.Path, e.Line, what, e.Rule, from)
}

var (
	lastBlock  = lazy.Regexp(`\^(k[0-9a-f]+)\s*$`)
	firstCited = lazy.Regexp(`\[\[([^\[\]|#]+#\^k[0-9a-f]+)`)
)

// source returns the line of a log that a line of a log is, or that a line of an article cites first.
func source(name, line string) string {
	if m := lastBlock().FindStringSubmatch(line); m != nil {
		return strings.TrimSuffix(path.Base(name), ".md") + "#^" + m[1]
	}
	if m := firstCited().FindStringSubmatch(line); m != nil {
		return m[1]
	}
	return ""
}

// In returns the first line of a file of ours that the redactor would change, and that was not sent before; nil if there
// is none. Logs and articles were redacted when they were written; this is for what a person wrote, and for settings that
// came later.
func In(r *redact.Redactor, name string, now, was []byte) *Error {
	text := plain(now)
	for _, f := range r.Added(text, plain(was)) {
		if f.Rule != "path" || name != layout.Config { // which names what is withheld
			line, _, _ := strings.Cut(text[strings.LastIndexByte(text[:f.Start], '\n')+1:], "\n")
			return &Error{Path: name, Line: f.Line, Rule: f.Rule, From: source(name, line)}
		}
	}
	return nil
}

// Named returns what the redactor would take out of the name of a file, nil if there is nothing.
func Named(r *redact.Redactor, name string) *Error {
	for _, f := range r.Find(name) {
		if f.Rule != "path" {
			return &Error{Path: name, Rule: f.Rule, Mend: "give the file another name, then memoria sync"}
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
