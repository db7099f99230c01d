package lint

import (
	"fmt"
	"slices"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/pack"
)

// memoryName is where findings are kept. It is a cache: it may go at any time.
const memoryName = ".memoria/cache/lint"

// key is all that findings depend on beside the vault.
func (c *checker) key() string {
	levels := make([]string, 0, len(c.Levels))
	for id, s := range c.Levels {
		levels = append(levels, id+"="+s.String())
	}
	slices.Sort(levels)
	return fmt.Sprintf("lint 1 %q %q %q %v", c.Recipe, c.Folder, levels, c.Secrets != nil)
}

// keep writes what is to be remembered. A vault that cannot be written is looked at whole next time.
func (c *checker) keep(m *memory) {
	w := pack.New(c.key())
	e := encoder{w, map[string]int{}}
	total := len(m.names) + len(m.duplicates) + len(m.index)
	for i := range m.pages {
		total += len(m.pages[i].found)
	}
	w.Len(total)
	w.Len(len(m.pages))
	for i := range m.pages {
		e.memo(&m.pages[i])
	}
	for _, found := range [][]*Finding{m.names, m.duplicates, m.index} {
		e.findings("", found)
	}
	_, _ = c.Dir.WriteFileNoSync(memoryName, w.Bytes(), 0o600)
}

// remembered reads what the last run kept, nil when there is nothing or it is of no use.
func (c *checker) remembered() *memory {
	data, err := c.Dir.ReadFile(memoryName)
	if err != nil {
		return nil
	}
	r := pack.Open(data, c.key())
	if r == nil {
		return nil
	}
	d := decoder{Reader: r, room: make([]Finding, 0, r.Len())}
	m := &memory{pages: make([]memo, r.Len())}
	for i := range m.pages {
		d.memo(&m.pages[i], len(m.pages))
	}
	m.names, m.duplicates, m.index = d.findings(""), d.findings(""), d.findings("")
	if !r.Done() {
		return nil
	}
	return m
}

// An encoder packs findings. A hint that was packed is named by its number after.
type encoder struct {
	*pack.Writer
	hints map[string]int
}

func (e encoder) memo(p *memo) {
	e.String(p.path)
	e.Uint(uint64(p.kind))
	if p.kind == pagePath {
		e.Int(p.stamp.Size)
		e.Int(p.stamp.ModTime)
		e.Int(p.stamp.Change)
		e.Uint(p.stamp.Inode)
		e.Bool(p.settled)
		e.Bool(p.asks)
		e.String(p.hash)
		e.String(p.face)
		e.String(p.places)
		e.String(p.sources)
		e.list(p.to)
		e.list(p.named)
	}
	e.findings(p.path, p.found)
}

func (e encoder) list(list []int) {
	e.Len(len(list))
	last := 0
	for _, n := range list {
		e.Len(n - last)
		last = n
	}
}

// findings packs findings about one path, or about any if that is empty.
func (e encoder) findings(path string, found []*Finding) {
	e.Len(len(found))
	for _, f := range found {
		if path == "" {
			e.String(f.Path)
		}
		e.Len(slices.IndexFunc(checks, func(c Check) bool { return c.ID == f.Check }))
		e.Len(int(f.Severity))
		e.Len(f.Line)
		e.Len(f.Column)
		e.Bool(f.Fix)
		e.String(f.Text)
		n, ok := e.hints[f.Hint]
		if !ok {
			n = len(e.hints)
			e.hints[f.Hint] = n
		}
		if e.Len(n); !ok {
			e.String(f.Hint)
		}
	}
}

type decoder struct {
	*pack.Reader
	room  []Finding
	hints []string
}

func (d *decoder) memo(p *memo, pages int) {
	p.path, p.kind = d.String(), pathKind(d.Uint())
	if p.kind == pagePath {
		p.stamp = fsutil.Stamp{Size: d.Int(), ModTime: d.Int(), Change: d.Int(), Inode: d.Uint()}
		p.settled, p.asks = d.Bool(), d.Bool()
		p.hash, p.face, p.places, p.sources = d.String(), d.String(), d.String(), d.String()
		p.to, p.named = d.list(pages), d.list(pages)
	}
	p.found = d.findings(p.path)
}

// list reads numbers below most.
func (d *decoder) list(most int) []int {
	n := d.Len()
	if n == 0 {
		return nil
	}
	out, last := make([]int, n), uint64(0)
	for i := range out {
		last += d.Uint()
		out[i] = int(min(last, uint64(most-1)))
	}
	return out
}

func (d *decoder) findings(path string) []*Finding {
	n := d.Len()
	if n == 0 || len(d.room)+n > cap(d.room) {
		return nil
	}
	out := make([]*Finding, n)
	for i := range out {
		f := Finding{Path: path}
		if path == "" {
			f.Path = d.String()
		}
		f.Check = checks[min(d.Uint(), uint64(len(checks)-1))].ID
		f.Severity, f.Line, f.Column, f.Fix, f.Text = Severity(d.Uint()), int(d.Uint()), int(d.Uint()), d.Bool(), d.String()
		hint := d.Uint()
		if hint == uint64(len(d.hints)) {
			d.hints = append(d.hints, d.String())
		}
		if hint < uint64(len(d.hints)) {
			f.Hint = d.hints[hint]
		}
		d.room = append(d.room, f)
		out[i] = &d.room[len(d.room)-1]
	}
	return out
}
