package daily

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/daily/lines"
	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Log is the content of one day's file.
type Log struct {
	Date    Date
	Entries []Dated // in the order of the file
	Marked  bool    // plain git left conflict marks in it
	Torn    int     // entries that were begun and never finished; not in Entries
	Hash    string  // of the whole file, and of what Called changed
	File    string  // hash of the file alone, where Called changed Hash
	Sharer  string  // id of the machine that shared the vault, where that is known
	Owner   string  // id of the machine whose log it is; "" in a log of no machine, or one that does not tell

	Unclosed []Unclosed // those of the torn entries that have an id
	Mixed    []Unclosed // entries that have another's closing marker or none, as after a merge as text
	Controls []Control  // in the order of the file

	Back    int  // forgotten lines that are in the file again; not in Entries
	Secrets bool // some are in the file; not in Entries
	clean   bool // none are in the file
}

// An Unclosed entry has its first marker and lacks the last: a crash cut it off, or somebody removed the
// marker. Its text is not read, because its end is unknown.
type Unclosed struct {
	ID    string
	Title string
	Line  int // of its marker, from 1
}

// A Dated entry is an entry of a log, with what a citation of it needs. An entry without markers, kept by
// hand or by an earlier tool, has an empty Agent and is cited by its heading.
type Dated struct {
	Entry
	Date       Date
	Said       Speaker // whose it is
	Heading    string  // what a link to its section names; "" where only the day can be named
	Hand       bool    // without markers
	Start, End int     // where it stands in the file, heading included, in bytes
	Hash       string  // of these bytes
	Redone     bool    // another entry of the log replaces it
}

// redone marks the entries that other entries replace.
func (l *Log) redone() {
	by := map[string]bool{}
	for i := range l.Entries {
		if e := &l.Entries[i]; e.Redoes != "" && e.ID == entry.RedoID(e.Redoes) {
			by[e.Redoes] = true
		}
	}
	for i := range l.Entries {
		l.Entries[i].Redone = !l.Entries[i].Hand && by[l.Entries[i].ID]
	}
}

// A Redact takes what was forgotten out of an entry, and counts it: a log that was restored from a backup
// may bring it back.
type Redact func(Dated) (left Dated, n int)

// A Name returns what the project of an entry is called.
type Name func(*Entry) string

// Called returns the log with the projects called as name says; nil leaves it as it is. A name that the file has not makes
// another log of it.
func (l *Log) Called(name Name) *Log {
	for i := 0; name != nil && i < len(l.Entries); i++ {
		e := &l.Entries[i]
		if is := name(&e.Entry); is != e.Project {
			e.Project, l.File = is, cmp.Or(l.File, l.Hash)
			l.Hash, e.Hash = fsutil.Hash([]byte(l.Hash+is)), fsutil.Hash([]byte(e.Hash+is))
		}
	}
	return l
}

// saidBy has entries that do not say whose they are be of the person of the log's machine, or of who in a log of no machine.
func (l *Log) saidBy(who string) {
	if m := l.Date.Machine(); m != "" && who != "" {
		who = Nobody
		if i := slices.IndexFunc(l.Entries, func(e Dated) bool { return e.Machine == m && e.Who != "" }); i >= 0 {
			who = l.Entries[i].Who
		}
	}
	for i := range l.Entries {
		e := &l.Entries[i]
		e.Who = cmp.Or(e.Who, who)
		e.Said = Speaker{Who: e.Who, Machine: l.Date.Machine(), ID: l.Owner}
	}
}

// Without returns the log without what redact removes; nil removes nothing.
func (l *Log) Without(redact Redact) *Log {
	if redact == nil {
		return l
	}
	out := l
	for i, e := range l.Entries {
		left, n := redact(e)
		if n == 0 {
			continue
		}
		if out == l {
			own := *l
			own.Entries, own.clean = slices.Clone(l.Entries), false
			out = &own
		}
		if left.Title != e.Title {
			left.Heading = "" // it has the title
		}
		out.Entries[i] = left
		out.Back += n
	}
	return out
}

// Cleaned returns the log with what clean makes of its words; nil leaves them.
func (l *Log) Cleaned(clean func(string) string) *Log {
	for i := 0; clean != nil && !l.clean && i < len(l.Entries); i++ {
		e := &l.Entries[i]
		was := e.Summary
		if e.Summary = e.Cleaned(clean); e.Title != was.Title {
			e.Heading = "" // it has the title
		}
		l.Secrets = l.Secrets || e.Title != was.Title || e.Context != was.Context || !slices.Equal(e.Bullets, was.Bullets)
	}
	return l
}

// Target returns what a link to the bullet names: its block, else the section, else the day.
func (d Dated) Target(b Bullet) string {
	switch {
	case b.Block != "":
		return d.Date.String() + "#^" + b.Block
	case d.Heading != "":
		return d.Date.String() + "#" + d.Heading
	}
	return d.Date.String()
}

// Ref identifies a line of a log permanently.
func (d Dated) Ref(b Bullet) string { return LineRef(d.Date.String(), b.Block, b.Text) }

// Cite returns the link that cites the bullet.
func (d Dated) Cite(b Bullet) string { return "[[" + d.Target(b) + "|" + d.Date.Day().String() + "]]" }

// Parse reads a log, whoever wrote it. It never fails: text outside of markers is prose, and prose under a
// heading is an entry too. Times in headings are taken to be in zone.
func Parse(date Date, zone *time.Location, src []byte) *Log {
	if zone == nil {
		zone = time.UTC
	}
	whole := src[:entry.TornAt(src, "", nil)]
	p := &parser{
		src: src, lines: markdown.Split(whole), log: &Log{Date: date, Hash: fsutil.Hash(src), Marked: lines.Marked(src), Owner: entry.OwnerIn(src)}, zone: zone,
		ids: map[string]int{}, seen: map[string]bool{}, nth: map[string]int{},
	}
	if len(whole) < len(src) {
		if date.Machine() == "" { // what another machine wrote has not arrived yet
			p.log.Torn++
		}
		p.unclosedTail(src[len(whole):])
	}
	p.log.Controls = entry.ControlsIn(whole)
	frames := p.frames()
	i := p.frontMatter()
	for _, f := range frames {
		h := p.sessionsAbove(f.head, i)
		if h > i {
			p.prose(p.lines[i:h])
		}
		if h < f.head {
			p.endSection()
			p.addHeading(2, "Sessions")
		}
		p.frame(f)
		i = f.next
	}
	p.prose(p.lines[i:])
	p.endSection()
	p.citations()
	p.log.redone()
	p.log.unmix()
	return p.log
}

// unmix gives lines back to the entries that they were written in, where a merge as text put them into another one: the
// block id of a line follows from the entry and the words.
func (l *Log) unmix() {
	if len(l.Mixed) == 0 {
		return
	}
	var all []*Dated
	for i := range l.Entries {
		if e := &l.Entries[i]; !e.Hand {
			all = append(all, e)
		}
	}
	for _, e := range all {
		e.Bullets = slices.DeleteFunc(e.Bullets, func(b Bullet) bool {
			if b.Block == "" || entry.Wrote(e.ID, b.Text, b.Block) {
				return false
			}
			i := slices.IndexFunc(all, func(o *Dated) bool { return entry.Wrote(o.ID, b.Text, b.Block) })
			if i < 0 {
				return false
			}
			all[i].Bullets = append(all[i].Bullets, b)
			sorting.Stable(all[i].Bullets, func(a, b Bullet) int { return int(a.Kind) - int(b.Kind) })
			return true
		})
	}
}

type parser struct {
	src   []byte
	lines []markdown.Line
	log   *Log
	zone  *time.Location
	heads []head          // all headings so far
	sec   *section        // the one being read
	owner []int           // for each of log.Entries, its heading in heads, or -1
	ids   map[string]int  // of the entries in markers so far, where they are in log.Entries
	seen  map[string]bool // headings, folded
	nth   map[string]int  // of hand-kept sections by heading
}

// A frame is an entry in markers: lines [head, next), of which marker opens it and those up to body are its text. A
// torn one has no end; it extends over the lines that look like those that memoria writes.
type frame struct {
	head, marker, body, next int
	entry                    Entry // what the marker says
	torn, mixed              bool
}

// frames finds the entries in markers.
func (p *parser) frames() []frame {
	var out []frame
	free := 0 // lines before it belong to earlier entries
	for i := 0; i < len(p.lines); i++ {
		e, ok := entry.ParseMarker(p.lines[i].Text)
		if !ok {
			continue
		}
		f := frame{head: i, marker: i, entry: e}
		if h := p.headingAbove(i, free); h >= 0 {
			f.head = h
		}
		end := entry.EndOf(e.ID, p.lines[i+1:])
		f.body, f.next, f.torn, f.mixed = i+1+end.Body, i+1+end.Next, end.Torn, end.Mixed
		isMarker := func(l markdown.Line) bool { _, ok := entry.ParseMarker(l.Text); return ok }
		if f.torn && p.log != nil && p.log.Date.Machine() != "" && !slices.ContainsFunc(p.lines[f.next:], isMarker) {
			f.next = len(p.lines) // the rest of the log has not arrived
		}
		out = append(out, f)
		free, i = f.next, f.next-1
	}
	return out
}

// headingAbove finds the heading of the entry whose marker is line i.
func (p *parser) headingAbove(i, free int) int {
	for i--; i >= free && p.lines[i].Blank(); i-- {
	}
	if i >= free {
		if _, _, ok := markdown.Heading(p.lines[i].Text); ok {
			return i
		}
	}
	return -1
}

// sessionsAbove returns the line of the heading that the entry at line i brought with it, else i. It counts
// as a heading even if a person left a fence or comment open above it.
func (p *parser) sessionsAbove(i, free int) int {
	h := i - 1
	for h >= free && p.lines[h].Blank() {
		h--
	}
	if h >= free && p.lines[h].Text+"\n" == entry.Sessions {
		return h
	}
	return i
}

// frame reads an entry in markers. Of two with one id, as after a sync tool merged two copies, the better one counts.
func (p *parser) frame(f frame) {
	p.endSection()
	if f.head < f.marker {
		level, text, _ := markdown.Heading(p.lines[f.head].Text)
		p.addHeading(level, text)
	}
	e := p.entryOf(f)
	p.resume(f.next)
	if f.torn {
		p.log.Torn++
		p.log.Unclosed = append(p.log.Unclosed, Unclosed{e.ID, e.Title, f.marker + 1})
		return
	}
	if f.mixed {
		p.log.Mixed = append(p.log.Mixed, Unclosed{e.ID, e.Title, f.marker + 1})
	}
	d := Dated{Entry: e, Start: p.lines[f.head].Start, End: p.lines[f.next-1].End}
	if n, ok := p.ids[e.ID]; ok {
		if !e.Better(&p.log.Entries[n].Entry) {
			return
		}
		p.drop(n)
	}
	p.ids[e.ID] = len(p.log.Entries)
	if f.head == f.marker { // somebody removed the heading
		p.add(d, -1)
		return
	}
	p.add(d, len(p.heads)-1)
}

// entryOf reads what a frame holds.
func (p *parser) entryOf(f frame) Entry {
	e := f.entry
	if f.head < f.marker {
		_, text, _ := markdown.Heading(p.lines[f.head].Text)
		start, _, title, _ := entry.ParseHeading(text)
		if e.Title = title; start != entry.None {
			e.Started = start.DayBefore(e.At)
		}
	}
	entry.ReadBody(&e, p.lines[f.marker+1:f.body])
	return e
}

// drop takes an entry out of the log.
func (p *parser) drop(n int) {
	p.log.Entries, p.owner = slices.Delete(p.log.Entries, n, n+1), slices.Delete(p.owner, n, n+1)
	for id, at := range p.ids {
		if at > n {
			p.ids[id]--
		}
	}
}

// add adds an entry that stands under a heading in p.heads, or -1.
func (p *parser) add(d Dated, head int) {
	d.Date, d.Hash = p.log.Date, fsutil.Hash(p.src[d.Start:d.End])
	p.log.Entries = append(p.log.Entries, d)
	p.owner = append(p.owner, head)
}

// frontMatter returns the number of lines that hold properties.
func (p *parser) frontMatter() int {
	if len(p.lines) == 0 || strings.TrimRight(p.lines[0].Text, " \t") != "---" {
		return 0
	}
	for i, l := range p.lines[1:] {
		if strings.TrimRight(l.Text, " \t") == "---" {
			return i + 2
		}
	}
	return 0
}

// unclosedTail records the entry in the torn tail of a log, if the tail holds its id.
func (p *parser) unclosedTail(tail []byte) {
	title := ""
	for i, l := range markdown.Split(tail) {
		if _, text, ok := markdown.Heading(l.Text); ok && i == 0 {
			_, _, title, _ = entry.ParseHeading(text)
		}
		if e, ok := entry.ParseMarker(l.Text); ok {
			p.log.Unclosed = append(p.log.Unclosed, Unclosed{e.ID, title, len(p.lines) + i + 1})
			return
		}
	}
}
