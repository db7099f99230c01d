package lint

import (
	"bytes"
	"cmp"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki"
)

// A Finding is one problem.
type Finding struct {
	Check    string   `json:"check"`
	Severity Severity `json:"severity"`
	Path     string   `json:"file"`             // from the vault's root
	Line     int      `json:"line,omitempty"`   // from 1; 0 is the whole file
	Column   int      `json:"column,omitempty"` // in characters, from 1; 0 is the whole line
	Text     string   `json:"message"`
	Hint     string   `json:"hint,omitempty"`
	Claims   []Claim  `json:"claims,omitempty"` // that do not agree: see package contradict
	Fix      bool     `json:"fix"`              // Plan mends it

	edits []splice
	gone  bool // mending removes the file
}

// A Claim is a point of an article and the lines of logs that it cites.
type Claim struct {
	Path    string   `json:"file"`
	Line    int      `json:"line,omitempty"`
	Text    string   `json:"text"`
	Sources []string `json:"sources"`
}

// A splice replaces a part of a file.
type splice struct {
	start, end int
	with       string
}

func order(a, b *Finding) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
		cmp.Compare(a.Check, b.Check), cmp.Compare(a.Text, b.Text))
}

// A reporter collects the findings about one page.
type reporter struct {
	levels Levels
	page   *wiki.Page
	ours   bool
	path   string
	found  []*Finding

	at, line int // the line of the offset at
}

// severity returns the severity of a finding, from the settings or else by whether the page is memoria's.
func (l Levels) severity(c Check, ours bool) Severity {
	if s, ok := l[c.ID]; ok {
		return s
	}
	if ours {
		return c.Ours
	}
	return c.Theirs
}

// off reports whether a check is disabled.
func (r *reporter) off(id string) bool {
	c, _ := checkOf(id)
	return r.levels.severity(c, r.ours) == Off
}

// add adds a finding about the whole file, or about a line if line is not 0. It returns nil if the check is
// disabled.
func (r *reporter) add(id string, line int, text, hint string) *Finding {
	c, _ := checkOf(id)
	s := r.levels.severity(c, r.ours)
	if s == Off {
		return nil
	}
	f := &Finding{Check: id, Severity: s, Path: r.path, Line: line, Text: text, Hint: hint}
	r.found = append(r.found, f)
	return f
}

// point adds a finding at an offset of the page.
func (r *reporter) point(id string, offset int, text, hint string) *Finding {
	f := r.add(id, 1, text, hint)
	if f == nil {
		return nil
	}
	src := r.page.Bytes()
	if offset < r.at {
		r.at, r.line = 0, 0
	}
	r.line += bytes.Count(src[r.at:offset], []byte("\n"))
	r.at = offset
	f.Line = r.line + 1
	f.Column = utf8.RuneCount(src[bytes.LastIndexByte(src[:offset], '\n')+1:offset]) + 1
	return f
}

// lower limits the severity of a finding to s, unless the settings define it.
func (r *reporter) lower(f *Finding, s Severity) {
	if f == nil {
		return
	}
	if _, set := r.levels[f.Check]; !set {
		f.Severity = min(f.Severity, s)
	}
}

// mend gives a finding a fix that is one splice.
func (f *Finding) mend(start, end int, with string) {
	if f != nil {
		f.Fix, f.edits = true, append(f.edits, splice{start, end, with})
	}
}
