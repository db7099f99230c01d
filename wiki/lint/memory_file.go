package lint

import (
	"crypto/rand"
	"fmt"
	"slices"
	"sync"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/pack"
)

// What a run remembers is kept in three files, so that the next one reads no more than it needs: what
// the pages were, what was found, and what the whole vault looked like then (see still.go). They are
// caches and may go at any time, and each names the run that wrote it: those of two runs do not go
// together.
const (
	memoName  = ".memoria/cache/lint"
	foundName = ".memoria/cache/lint-found"
	stillName = ".memoria/cache/lint-still"
)

// key is all that findings depend on beside the vault.
func (c *checker) key() string {
	levels := make([]string, 0, len(c.Levels))
	for id, s := range c.Levels {
		levels = append(levels, id+"="+s.String())
	}
	slices.Sort(levels)
	return fmt.Sprintf("lint 2 %q %q %q %v", c.Recipe, c.Folder, levels, c.Secrets != nil)
}

// keep writes what is to be remembered. A vault that cannot be written is looked at whole next time.
func (c *checker) keep(m *memory, s *still) {
	m.run = rand.Text()
	s.run = m.run
	var wg sync.WaitGroup
	wg.Go(func() { c.write(256*len(m.pages), memoName, m.run, m.pack) })
	c.write(m.room(), foundName, m.run, m.packFound)
	c.write(1<<16, stillName, m.run, s.pack)
	wg.Wait()
}

// room is about what the findings take.
func (m *memory) room() int {
	found := len(m.names) + len(m.duplicates) + len(m.index)
	for i := range m.pages {
		found += len(m.pages[i].found)
	}
	return 40*len(m.pages) + 100*found
}

// write writes a file of about so many bytes.
func (c *checker) write(room int, name, run string, what func(*pack.Writer)) {
	w := pack.NewIn(make([]byte, 0, room), c.key())
	w.String(run)
	what(w)
	_, _ = c.Dir.WriteFileNoSync(name, w.Bytes(), 0o600) // that it cannot be is no harm
}

// open reads one of the files, and says which run wrote it; nil when it is of no use.
func (c *checker) open(name string) (run string, r *pack.Reader) {
	data, err := c.Dir.ReadFile(name)
	if err != nil {
		return "", nil
	}
	if r = pack.Open(data, c.key()); r != nil {
		run = r.String()
	}
	return run, r
}

// remembered reads what the last run kept, nil when there is nothing or it is of no use.
func (c *checker) remembered() *memory {
	run, r := c.open(memoName)
	if r == nil {
		return nil
	}
	m := &memory{run: run, pages: make([]memo, r.Len())}
	d := decoder{Reader: r}
	for i := range m.pages {
		d.memo(&m.pages[i], len(m.pages))
	}
	if !r.Done() || !c.recollect(m, len(m.pages), func(i int, found []*Finding) { m.pages[i].found = found }) {
		return nil
	}
	return m
}

// recollect reads what the run of m found in a vault of so many pages: what is about all of them into
// m, what is about one it hands out by its number, in their order.
func (c *checker) recollect(m *memory, pages int, about func(page int, found []*Finding)) bool {
	run, r := c.open(foundName)
	if r == nil || run != m.run {
		return false
	}
	d := decoder{Reader: r, room: make([]Finding, 0, r.Len())}
	if r.Uint() != uint64(pages) {
		return false
	}
	for n := r.Len(); n > 0 && !r.Failed(); n-- {
		i := r.Uint()
		if i >= uint64(pages) {
			return false
		}
		about(int(i), d.findings(r.String()))
	}
	m.names, m.duplicates, m.index = d.findings(""), d.findings(""), d.findings("")
	return r.Done()
}

func (m *memory) pack(w *pack.Writer) {
	w.Len(len(m.pages))
	for i := range m.pages {
		packMemo(w, &m.pages[i])
	}
}

func (m *memory) packFound(w *pack.Writer) {
	e := newEncoder(w)
	total, pages := len(m.names)+len(m.duplicates)+len(m.index), 0
	for i := range m.pages {
		if n := len(m.pages[i].found); n > 0 {
			total += n
			pages++
		}
	}
	w.Len(total)
	w.Uint(uint64(len(m.pages)))
	w.Len(pages)
	for i := range m.pages {
		if p := &m.pages[i]; len(p.found) > 0 {
			w.Len(i)
			w.String(p.path)
			e.findings(p.path, p.found)
		}
	}
	for _, found := range [][]*Finding{m.names, m.duplicates, m.index} {
		e.findings("", found)
	}
}

func packMemo(w *pack.Writer, p *memo) {
	w.String(p.path)
	w.Uint(uint64(p.kind))
	w.String(p.keys)
	if p.kind != pagePath {
		return
	}
	w.Int(p.stamp.Size)
	w.Int(p.stamp.ModTime)
	w.Int(p.stamp.Change)
	w.Uint(p.stamp.Inode)
	w.Bool(p.settled)
	w.Bool(p.asks)
	w.String(p.hash)
	w.String(p.face)
	w.String(p.places)
	w.String(p.sources)
	packNumbers(w, p.to)
	packNumbers(w, p.named)
}

// packNumbers packs a sorted list.
func packNumbers(w *pack.Writer, list []int) {
	w.Len(len(list))
	last := 0
	for _, n := range list {
		w.Len(n - last)
		last = n
	}
}

// An encoder packs findings. A hint that was packed is named by its number after.
type encoder struct {
	*pack.Writer
	hints, checks map[string]int
}

func newEncoder(w *pack.Writer) encoder {
	e := encoder{w, map[string]int{}, map[string]int{}}
	for i, c := range checks {
		e.checks[c.ID] = i
	}
	return e
}

// findings packs findings about one path, or about any if that is empty.
func (e encoder) findings(path string, found []*Finding) {
	e.Len(len(found))
	for _, f := range found {
		if path == "" {
			e.String(f.Path)
		}
		e.Len(e.checks[f.Check])
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
	room    []Finding
	hints   []string
	numbers []int
}

func (d *decoder) memo(p *memo, pages int) {
	p.path, p.kind, p.keys = d.String(), pathKind(d.Uint()), d.String()
	if p.kind == pagePath {
		p.stamp = fsutil.Stamp{Size: d.Int(), ModTime: d.Int(), Change: d.Int(), Inode: d.Uint()}
		p.settled, p.asks = d.Bool(), d.Bool()
		p.hash, p.face, p.places, p.sources = d.String(), d.String(), d.String(), d.String()
		p.to, p.named = d.list(pages), d.list(pages)
	}
}

// list reads numbers below most.
func (d *decoder) list(most int) []int {
	n, last := d.Len(), uint64(0)
	if n == 0 {
		return nil
	}
	if cap(d.numbers)-len(d.numbers) < n {
		d.numbers = make([]int, 0, max(n, 1<<12))
	}
	at := len(d.numbers)
	for range n {
		last += d.Uint()
		d.numbers = append(d.numbers, int(min(last, uint64(most-1))))
	}
	return d.numbers[at:len(d.numbers):len(d.numbers)]
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
