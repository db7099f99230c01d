package lint

import (
	"fmt"
	"slices"
	"time"

	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/pack"
)

// cacheName is the file that a run's record is kept in.
const cacheName = layout.CacheLint

// cacheKey is all that findings depend on beside the vault.
func (l *Linter) cacheKey() string {
	levels := make([]string, 0, len(l.Levels))
	for id, s := range l.Levels {
		levels = append(levels, id+"="+s.String())
	}
	slices.Sort(levels)
	return fmt.Sprintf("lint 3 %q %q %q %v", l.Recipe, l.Folder, levels, l.Secrets != nil)
}

// readRecord reads what the last run kept, nil when there is nothing or it is of no use.
func (l *Linter) readRecord() *runRecord {
	data, err := l.Dir.ReadFile(cacheName)
	if err != nil {
		return nil
	}
	in := pack.Open(data, l.cacheKey())
	if in == nil {
		return nil
	}
	d := decoder{Reader: in}
	r := &runRecord{fingerprint: d.String(), mark: d.String(), from: d.time(), until: d.time()}
	n := d.Len()
	d.room, d.list = make([]Finding, n), make([]*Finding, n)
	r.beside = d.findings("")
	r.subjects = make([]subjectRecord, d.Len())
	for i := range r.subjects {
		name := d.String()
		r.subjects[i] = subjectRecord{
			name: name, key: d.String(), places: d.Strings(), lost: d.Bool(), asked: d.Bool(), hash: d.String(), nicknames: d.Strings(), found: d.findings(name),
		}
	}
	if !d.Done() {
		return nil
	}
	return r
}

// writeRecord keeps a run for the next one. A vault that cannot be written is looked at whole next time.
func (l *Linter) writeRecord(r *runRecord) {
	e := encoder{pack.NewIn(make([]byte, 0, 1024*len(r.subjects)), l.cacheKey()), map[string]int{}}
	e.String(r.fingerprint)
	e.String(r.mark)
	e.time(r.from)
	e.time(r.until)
	e.Len(len(r.found()))
	e.findings("", r.beside)
	e.Len(len(r.subjects))
	for i := range r.subjects {
		s := &r.subjects[i]
		e.String(s.name)
		e.String(s.key)
		e.Strings(s.places)
		e.Bool(s.lost)
		e.Bool(s.asked)
		e.String(s.hash)
		e.Strings(s.nicknames)
		e.findings(s.name, s.found)
	}
	_, _ = l.Dir.WriteFileNoSync(cacheName, e.Bytes(), 0o600) // that it cannot be is no harm
	for _, old := range []string{"-found", "-still"} {        // of earlier versions
		_ = l.Dir.Remove(cacheName + old)
	}
}

// An encoder packs findings. A hint that was packed is named by its number after.
type encoder struct {
	*pack.Writer
	hints map[string]int
}

// findings packs findings, most of which are about one path.
func (e encoder) findings(path string, found []*Finding) {
	e.Len(len(found))
	for _, f := range found {
		e.String(f.Check)
		e.Uint(uint64(f.Severity))
		e.Bool(f.Path == path)
		if f.Path != path {
			e.String(f.Path)
		}
		e.Len(f.Line)
		e.Len(f.Column)
		e.Bool(f.Fix)
		e.String(f.Text)
		n, known := e.hints[f.Hint]
		if !known {
			n = len(e.hints)
			e.hints[f.Hint] = n
		}
		if e.Len(n); !known {
			e.String(f.Hint)
		}
	}
}

// time packs a time, the zero one too.
func (e encoder) time(t time.Time) {
	e.Bool(!t.IsZero())
	if !t.IsZero() {
		e.Int(t.UnixNano())
	}
}

type decoder struct {
	*pack.Reader
	hints []string
	room  []Finding // for those that are not read yet
	list  []*Finding
}

func (d *decoder) findings(path string) []*Finding {
	n := min(d.Len(), len(d.room))
	var room []Finding
	var out []*Finding
	room, d.room = d.room[:n], d.room[n:]
	out, d.list = d.list[:n:n], d.list[n:]
	for i := range room {
		f := &room[i]
		f.Check, f.Severity, f.Path = d.String(), Severity(d.Uint()), path
		if !d.Bool() {
			f.Path = d.String()
		}
		f.Line, f.Column, f.Fix, f.Text = int(d.Uint()), int(d.Uint()), d.Bool(), d.String()
		hint := d.Uint()
		if hint == uint64(len(d.hints)) {
			d.hints = append(d.hints, d.String())
		}
		if hint < uint64(len(d.hints)) {
			f.Hint = d.hints[hint]
		}
		out[i] = f
	}
	return out
}

func (d *decoder) time() time.Time {
	if !d.Bool() {
		return time.Time{}
	}
	return time.Unix(0, d.Int())
}
