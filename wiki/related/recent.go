package related

import (
	"cmp"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/session"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/holds"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// Asked limits what Recent returns.
type Asked struct {
	Since   time.Time      // entries from then on, and articles from the day of it
	Zone    *time.Location // of the vault; nil is UTC
	Project string         // only of this one, by its name; "" is all
	Agent   string         // only entries of its sessions, and articles that have lines of these; "" is all
	Without []string       // not of these
	Limit   int            // of each list; 0 is no limit
}

// takes reports whether what is of a project is asked for.
func (o *Asked) takes(project string) bool {
	key := wiki.ProjectKey(project)
	return (o.Project == "" || key == wiki.ProjectKey(o.Project)) &&
		!slices.ContainsFunc(o.Without, func(p string) bool { return wiki.ProjectKey(p) == key })
}

// News is what was recorded and how articles changed since a moment, the newest first. Its days are those
// on which things were said: a session that is read later changes the past.
type News struct {
	Since    time.Time `json:"since"`
	Entries  []Entry   `json:"entries"`
	Articles []Touched `json:"articles"`
	More     struct {
		Entries  int `json:"entries"`
		Articles int `json:"articles"`
	} `json:"more"`
}

// An Entry is an entry of a day's log.
type Entry struct {
	ID      string    `json:"id,omitempty"`
	Path    string    `json:"path"`
	Link    string    `json:"link"` // target of a link to it: a day and a heading
	At      time.Time `json:"at"`
	Title   string    `json:"title"`
	Agent   string    `json:"agent,omitempty"`
	Session string    `json:"session,omitempty"` // "" for what somebody wrote by hand
	Project string    `json:"project,omitempty"`
	Branch  string    `json:"branch,omitempty"`
	By      string    `json:"by,omitempty"`
	Context string    `json:"context,omitempty"`
	Bullets []Bullet  `json:"bullets"`

	Continued bool `json:"continued,omitempty"` // it goes on with a session that has an earlier one
}

// A Bullet is a line of an entry.
type Bullet struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
	Cite string `json:"cite"` // 2026-11-27#^k3f9a2c
	Done bool   `json:"done,omitempty"`

	Until string `json:"until,omitempty"` // the day from which it does not hold; "" while nothing took its place
	Then  string `json:"then,omitempty"`  // the line that took its place
	Tried bool   `json:"tried,omitempty"` // it tells of what was tried and dropped

	ref string // as daily.LineRef names it
}

// Said returns the text of a line, with what became of it.
func (b *Bullet) Said() string {
	return holds.Fate{Until: b.Until, By: b.Then, Tried: b.Tried, Done: b.Done}.Said(b.Text)
}

// The verbs for changes of an article.
const (
	Created    = "created"
	Updated    = "updated"
	Superseded = "superseded" // a line of it was overturned
)

// Touched is an article that changed.
type Touched struct {
	Ref
	Verbs    []string `json:"verbs"`
	Day      string   `json:"day"`
	Lines    []Line   `json:"lines"`             // its new lines
	Past     []Line   `json:"past"`              // lines that were true until then
	Sessions []string `json:"sessions"`          // that caused it, by id
	Project  []string `json:"projects"`          // of these
	More     int      `json:"more,omitempty"`    // lines left out
	ByHand   bool     `json:"by_hand,omitempty"` // its new lines are of no session, or it has none and the log of the day is no source of it
}

// A Line is a statement of an article, and the session it comes from.
type Line struct {
	Text    string `json:"text"`
	Cite    string `json:"cite"`
	Session string `json:"session,omitempty"`
}

// someLines is how many of an article's new lines are shown.
const someLines = 5

// Recent returns what is new. logs are all logs of the vault, in any order.
func (f *Finder) Recent(logs []*daily.Log, o Asked) News {
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	out := News{Since: o.Since.In(o.Zone)}
	day := daily.DateOf(o.Since, o.Zone)
	said := map[string]*daily.Dated{} // by day and block id, or by day and heading
	var entries []Entry
	for _, l := range logs {
		if l.Date.Compare(day) < 0 {
			continue
		}
		for i := range l.Entries {
			e := &l.Entries[i]
			if !o.takes(e.Project) || o.Agent != "" && e.Agent != o.Agent {
				continue
			}
			for _, b := range e.Bullets {
				if b.Block != "" {
					said[l.Date.String()+"#^"+b.Block] = e
				}
			}
			if e.Heading != "" {
				said[l.Date.String()+"#"+e.Heading] = e
			}
			if !e.Redone && (e.Hand || !e.At.Before(o.Since)) && (len(e.Bullets) > 0 || e.Context != "") {
				entries = append(entries, f.entry(e))
			}
		}
	}
	sorting.Stable(entries, func(a, b Entry) int { return b.At.Compare(a.At) })
	out.Entries, out.More.Entries = first(entries, o.Limit)
	for i, later := 0, session.Continued(logs); i < len(out.Entries); i++ {
		out.Entries[i].Continued = later[out.Entries[i].ID]
	}
	f.judge(out.Entries)
	touched := f.touched(wiki.Date(day.String()), said, o)
	if o.Project != "" || len(o.Without) > 0 {
		f.describeOnly(&o, touched, logs)
	}
	out.Articles, out.More.Articles = first(touched, o.Limit)
	return out
}

// describeOnly takes the description from articles that cite lines of projects not asked for, too: it may be of one of these.
func (f *Finder) describeOnly(o *Asked, touched []Touched, logs []*daily.Log) {
	others := map[string]bool{}
	for _, l := range logs {
		for _, e := range l.Entries {
			for _, b := range e.Bullets {
				others[e.Target(b)] = e.Project != "" && !o.takes(e.Project)
			}
		}
	}
	for i := range touched {
		for _, c := range f.Wiki.Page(touched[i].Path).Cites() {
			if others[string(c.Date)+"#^"+c.Block] {
				touched[i].Description = ""
			}
		}
	}
}

// judge marks the lines that do not hold, and moves them behind those that do.
func (f *Finder) judge(entries []Entry) {
	for i := range entries {
		list := entries[i].Bullets
		for k := range list {
			fate := f.Holds.Of(list[k].ref)
			list[k].Until, list[k].Then, list[k].Tried = fate.Until, fate.By, fate.Tried
			list[k].Done = list[k].Done || fate.Done
		}
		sorting.Stable(list, func(a, b Bullet) int { return behind(&a) - behind(&b) })
	}
}

func behind(b *Bullet) int {
	if b.Until == "" && !b.Tried {
		return 0
	}
	return 1
}

func (f *Finder) entry(e *daily.Dated) Entry {
	out := Entry{
		ID: e.ID, Path: f.Wiki.Daily().Path(e.Date.String()), Link: e.Date.String(), At: e.At, Title: e.Title, Agent: e.Agent,
		Session: e.Session, Project: e.Project, Branch: e.Branch, By: e.By, Context: e.Context, Bullets: []Bullet{},
	}
	if e.Heading != "" {
		out.Link += "#" + e.Heading
	}
	if out.At.IsZero() {
		out.At = e.Date.At(0, 0, time.UTC)
	}
	for _, b := range e.Bullets {
		out.Bullets = append(out.Bullets, Bullet{Kind: b.Kind.String(), Text: b.Text, Cite: e.Target(b), Done: b.Done, ref: e.Ref(b)})
	}
	return out
}

// touched returns the articles that changed from a day on, the latest first. It reads only these.
func (f *Finder) touched(day wiki.Date, said map[string]*daily.Dated, o Asked) []Touched {
	var out []Touched
	for _, p := range f.Wiki.Articles() {
		if max(p.Updated(), p.Created()) < day {
			continue
		}
		t := Touched{Ref: refOf(p), Day: string(max(p.Updated(), p.Created())), Lines: []Line{}, Past: []Line{}, Sessions: []string{}, Project: []string{}}
		for _, pt := range p.Points() {
			t.add(&t.Lines, pt, pt.Cites, day, said)
		}
		for _, pt := range p.PointsIn(wiki.History) {
			t.add(&t.Past, pt, pt.Cites, day, said)
		}
		if o.Agent != "" && len(t.Lines)+len(t.Past) == 0 || len(t.Project) == 0 && (o.Project != "" || slices.ContainsFunc(p.Tags(), func(tag string) bool { return !o.takes(tag) })) {
			continue
		}
		t.verbs(p, day)
		t.ByHand = len(t.Sessions) == 0 && (len(t.Lines)+len(t.Past) > 0 || !slices.ContainsFunc(p.Sources(), func(d wiki.Date) bool { return string(d.Day()) == t.Day }))
		out = append(out, t)
	}
	sorting.Stable(out, func(a, b Touched) int { return cmp.Compare(b.Day, a.Day) })
	return out
}

func (t *Touched) verbs(p *wiki.Page, day wiki.Date) {
	if p.Created() >= day {
		t.Verbs = append(t.Verbs, Created)
	} else {
		t.Verbs = append(t.Verbs, Updated)
	}
	if len(t.Past) > 0 {
		t.Verbs = append(t.Verbs, Superseded)
	}
}

// add adds a point that cites something said from a day on.
func (t *Touched) add(to *[]Line, pt wiki.Point, cites []wiki.Cite, day wiki.Date, said map[string]*daily.Dated) {
	told := false
	for _, c := range slices.Backward(cites) { // of a turn the last is what took its place
		if c.Date < day {
			continue
		}
		key := string(c.Date) + "#" + c.Heading
		if c.Block != "" {
			key = string(c.Date) + "#^" + c.Block
		}
		e := said[key]
		if e == nil {
			continue
		}
		if e.Session != "" && !slices.Contains(t.Sessions, e.Session) {
			t.Sessions = append(t.Sessions, e.Session)
		}
		if e.Project != "" && !slices.ContainsFunc(t.Project, func(s string) bool { return wiki.ProjectKey(s) == wiki.ProjectKey(e.Project) }) {
			t.Project = append(t.Project, e.Project)
		}
		if told {
			continue
		}
		told = true
		if len(*to) >= someLines {
			t.More++
			continue
		}
		*to = append(*to, Line{Text: wikilink.Plain(pt.Text), Cite: key, Session: e.Session})
	}
}
