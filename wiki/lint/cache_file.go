package lint

import (
	"fmt"
	"slices"
	"time"

	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/pack"
)

// cacheName is the file of a run's record.
const cacheName = layout.CacheLint

// cacheKey returns all that findings depend on apart from the vault.
func (l *Linter) cacheKey() string {
	levels := make([]string, 0, len(l.Levels))
	for id, s := range l.Levels {
		levels = append(levels, id+"="+s.String())
	}
	slices.Sort(levels)
	return fmt.Sprintf("lint 4 %q %q %q %v", l.Recipe, l.Folder, levels, l.Secrets != nil)
}

// readRecord reads the record of the last run, nil if there is none or it cannot be used.
func (l *Linter) readRecord() *runRecord {
	data, err := l.Dir.ReadFile(cacheName)
	if err != nil {
		return nil
	}
	in := pack.Open(data, l.cacheKey())
	if in == nil {
		return nil
	}
	r := &runRecord{fingerprint: in.String(), mark: in.String(), from: readTime(in), until: readTime(in), beside: readFindings(in)}
	r.subjects = make([]subjectRecord, in.Len())
	for i := range r.subjects {
		r.subjects[i] = subjectRecord{
			name: in.String(), key: in.String(), places: in.Strings(), lost: in.Bool(), asked: in.Bool(), hash: in.String(), nicknames: in.Strings(), found: readFindings(in),
		}
	}
	if !in.Done() {
		return nil
	}
	return r
}

// writeRecord stores the record of a run. If the vault cannot be written, the next run checks everything.
func (l *Linter) writeRecord(r *runRecord) {
	out := pack.NewIn(make([]byte, 0, 1024*len(r.subjects)), l.cacheKey())
	out.String(r.fingerprint)
	out.String(r.mark)
	packTime(out, r.from)
	packTime(out, r.until)
	packFindings(out, r.beside)
	out.Len(len(r.subjects))
	for i := range r.subjects {
		s := &r.subjects[i]
		out.String(s.name)
		out.String(s.key)
		out.Strings(s.places)
		out.Bool(s.lost)
		out.Bool(s.asked)
		out.String(s.hash)
		out.Strings(s.nicknames)
		packFindings(out, s.found)
	}
	_, _ = l.Dir.WriteFileNoSync(cacheName, out.Bytes(), 0o600) // that it cannot be is no harm
	for _, old := range []string{"-found", "-still"} {          // of earlier versions
		_ = l.Dir.Remove(cacheName + old)
	}
}

func packFindings(out *pack.Writer, found []*Finding) {
	out.Len(len(found))
	for _, f := range found {
		out.String(f.Check)
		out.Uint(uint64(f.Severity))
		out.String(f.Path)
		out.Len(f.Line)
		out.Len(f.Column)
		out.Bool(f.Fix)
		out.String(f.Text)
		out.String(f.Hint)
	}
}

func readFindings(in *pack.Reader) []*Finding {
	room := make([]Finding, in.Len())
	found := make([]*Finding, len(room))
	for i := range room {
		room[i] = Finding{
			Check: in.String(), Severity: Severity(in.Uint()), Path: in.String(), Line: int(in.Uint()), Column: int(in.Uint()), Fix: in.Bool(), Text: in.String(), Hint: in.String(),
		}
		found[i] = &room[i]
	}
	return found
}

// packTime packs a time, which may be zero.
func packTime(out *pack.Writer, t time.Time) {
	out.Bool(!t.IsZero())
	if !t.IsZero() {
		out.Int(t.UnixNano())
	}
}

func readTime(in *pack.Reader) time.Time {
	if !in.Bool() {
		return time.Time{}
	}
	return time.Unix(0, in.Int())
}
