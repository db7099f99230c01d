package holds

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
)

// Version changes when the same entries give another record.
const Version = "18"

// memoryKey identifies a memory in the form that [Memory.Bytes] gives it.
const memoryKey = "judged/" + Version + " 3"

// A Memory holds what was found out of the entries that were judged last. The next time it goes on behind those that are
// still the same, so that a new entry costs no more than its own lines; asked about the same logs and articles again, it
// gives the same record. The zero value knows nothing. It may be used by several goroutines.
type Memory struct {
	mu      sync.Mutex
	marks   []uint64 // of the entries, in order
	lines   []found
	stems   []stemAt
	apart   []Dispute
	apartIn []int

	Changed bool // since it was read

	judged *Record // of the entries of marks; nil for none
	whole  *Record // of logs and articles
	of     string  // stands for these
}

// Load reads what is kept of the logs of a vault, and what it lacks is found out again.
func Load(vault *fsutil.Dir) *Memory {
	if vault == nil {
		return &Memory{}
	}
	data, err := vault.ReadFile(layout.CacheJudged)
	if err != nil {
		return &Memory{}
	}
	return ReadMemory(data)
}

// Save keeps a memory in the cache of a vault, if it is another than before. An error is ignored: it only saves time.
func (m *Memory) Save(vault *fsutil.Dir) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if vault != nil && m.Changed {
		m.Changed = false
		_, _ = vault.WriteFileNoSync(layout.CacheJudged, m.Bytes(), 0o600)
	}
}

// Judge finds the lines that a later line of the same project and person takes back, and those about something that was
// tried, among entries in any order. Within one entry the lines are ordered by kind, and a change comes after what it
// changes; everywhere else the order is that of the lines. It goes on behind the entries that are as they were.
func (m *Memory) Judge(entries []daily.Dated) *Record {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.judge(entries)
}

func (m *Memory) judge(entries []daily.Dated) *Record {
	entries = slices.Clone(entries)
	Sort(entries)
	marks := make([]uint64, len(entries))
	for n := range entries {
		marks[n] = markOf(&entries[n])
	}
	k := 0
	for k < min(len(marks), len(m.marks)) && marks[k] == m.marks[k] {
		k++
	}
	if m.judged != nil && k == len(marks) && k == len(m.marks) {
		return m.judged.clone()
	}
	lines := 0
	for n := range entries {
		lines += len(entries[n].Bullets)
	}
	f := &finding{entries: entries, lines: make([]line, 0, lines), byWord: make(map[stemAt]int, len(m.stems)), byRef: make(map[string]int, lines),
		seen: make(map[string]seen, lines), settled: map[string]Fate{}}
	m.resume(f, k)
	for n := k; n < len(entries); n++ {
		f.entry(n)
	}
	m.Changed = m.Changed || k < len(entries) || k < len(m.marks)
	m.keep(f, marks)
	m.judged = f.record()
	return m.judged.clone()
}

func (r *Record) clone() *Record { return &Record{Fates: maps.Clone(r.Fates), Disputes: r.Disputes} }

// sumOf stands for logs and articles, after the entries of the logs were judged.
func (m *Memory) sumOf(logs []*daily.Log, redone []*daily.Dated, w *wiki.Wiki) string {
	h := sha256.New()
	_ = binary.Write(h, binary.LittleEndian, m.marks) // a hash takes all
	for _, e := range redone {
		fmt.Fprintf(h, "redone %d %q\n", markOf(e), e.Date)
	}
	for _, l := range logs {
		for _, c := range l.Controls {
			if c.Verb == daily.Back {
				fmt.Fprintf(h, "back %q %q %q\n", c.Cite, c.Who, l.Owner)
			}
		}
	}
	for _, p := range w.Articles() {
		fmt.Fprintf(h, "%q %s\n", p.Path, p.Hash())
	}
	return string(h.Sum(nil))
}

// resume tells f what is known of the first k entries, without what later ones did to their lines.
func (m *Memory) resume(f *finding, k int) {
	for n := range k {
		f.add(n)
	}
	end := len(f.lines)
	f.lists = make([][]int, len(m.stems))
	for n, at := range m.stems {
		f.byWord[at] = n
	}
	for i := range f.lines {
		l := &f.lines[i]
		if l.found = m.lines[i]; l.replacedBy >= end {
			l.replacedBy, l.tried = -1, l.born
		}
		for _, n := range l.words {
			f.lists[n] = append(f.lists[n], i)
		}
	}
	for i, n := range m.apartIn {
		if n < k {
			f.apart, f.apartIn = append(f.apart, m.apart[i]), append(f.apartIn, n)
		}
	}
}

// keep remembers what f found out.
func (m *Memory) keep(f *finding, marks []uint64) {
	m.marks, m.apart, m.apartIn, m.stems, m.lines = marks, f.apart, f.apartIn, make([]stemAt, len(f.lists)), make([]found, 0, len(f.lines))
	for at, n := range f.byWord {
		m.stems[n] = at
	}
	for i := range f.lines {
		m.lines = append(m.lines, f.lines[i].found)
	}
}

// markOf stands for all of an entry that the judgement depends on.
func markOf(e *daily.Dated) uint64 {
	all := make([]byte, 0, 4<<10)
	put := func(fields ...string) {
		for _, s := range fields {
			all = append(binary.AppendUvarint(all, uint64(len(s))), s...)
		}
	}
	put(e.Date.String(), e.Project, e.Who, e.Said.ID, e.Said.Machine, e.Said.Trusts+e.Said.Mark(), e.Heading, e.Agent, e.Session, e.From, e.To)
	for i := range e.Bullets {
		b := &e.Bullets[i]
		put(b.Kind.String(), strconv.FormatBool(b.Done), b.Block, b.Text)
	}
	sum := sha256.Sum256(all)
	return binary.LittleEndian.Uint64(sum[:])
}
