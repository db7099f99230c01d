// Package spent says what models took for each session, day, project and page, and what a month like the last one would
// cost with each model.
package spent

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
)

// An Account is what all calls took: the output of memoria status --cost --json. A session pays for the calls about it.
// A page, or the log of a day, pays for the sessions whose lines it has, each by its share of their lines.
type Account struct {
	Sessions []Share `json:"sessions"` // the dearest first
	Days     []Share `json:"days"`     // of the calls, newest first
	Projects []Share `json:"projects"`
	Pages    []Share `json:"pages"` // by path
	Month    Month   `json:"month"`
}

// A Share is what one of them took.
type Share struct {
	Name    string   `json:"name"`
	Project string   `json:"project,omitempty"` // of a session
	By      []string `json:"by,omitempty"`      // of a page: who wrote its lines
	budget.Toll
}

// A Month is what the last 30 days took, and what they would have cost with each model of the settings.
type Month struct {
	Calls int    `json:"calls"`
	In    int64  `json:"in"`
	Out   int64  `json:"out"`
	With  []With `json:"with"`
}

// With is what a month would cost with a model.
type With struct {
	Name string   `json:"name"`
	USD  *float64 `json:"usd"` // nil if neither the settings nor earlier calls tell
}

// days is how many days a Month has.
const days = 30

// Of reads the calls, the logs and the articles of a vault.
func Of(ctx context.Context, v *workspace.Vault) (*Account, error) {
	logs, err := v.Logs(ctx)
	if err != nil {
		return nil, err
	}
	w, err := v.Wiki().Load(ctx)
	if err != nil {
		return nil, err
	}
	return From(v, logs, w)
}

// From reads the calls, and divides them among what was read already.
func From(v *workspace.Vault, logs []*daily.Log, w *wiki.Wiki) (*Account, error) {
	calls, err := ledgerOf(v).Calls(time.Time{})
	if err != nil {
		return nil, err
	}
	a := &Account{Month: month(v, calls), Pages: []Share{}}
	projectOf := map[string]string{}
	for _, l := range logs {
		for i := range l.Entries {
			projectOf[l.Entries[i].Session] = l.Entries[i].Project
		}
	}
	sessions, byDay, projects := map[string]*budget.Toll{}, map[string]*budget.Toll{}, map[string]*budget.Toll{}
	for _, c := range calls {
		of(byDay, c.At.In(v.Config.Zone).Format(time.DateOnly)).Take(c, 1)
		n := map[string]float64{}
		for _, s := range c.About {
			of(sessions, s).Take(c, 1/float64(len(c.About)))
			n[projectOf[s]] += 1 / float64(len(c.About))
		}
		for p, share := range n {
			of(projects, p).Take(c, share)
		}
	}
	a.Sessions, a.Days, a.Projects = shares(sessions), shares(byDay), shares(projects)
	for i := range a.Sessions {
		a.Sessions[i].Project = projectOf[a.Sessions[i].Name]
	}
	sorting.By(a.Days, func(x, y Share) int { return cmp.Compare(y.Name, x.Name) })
	if len(calls) > 0 {
		a.Pages = pages(w, logs, sessions)
	}
	return a, nil
}

func of(in map[string]*budget.Toll, name string) *budget.Toll {
	if in[name] == nil {
		in[name] = &budget.Toll{}
	}
	return in[name]
}

// shares returns tolls, the dearest first.
func shares(m map[string]*budget.Toll) []Share {
	out := []Share{}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		t := *m[name]
		t.Tokens, t.Micros = math.Round(t.Tokens), math.Round(t.Micros)
		out = append(out, Share{Name: name, Toll: t})
	}
	sorting.Stable(out, func(x, y Share) int { return cmp.Or(cmp.Compare(y.Micros, x.Micros), cmp.Compare(y.Tokens, x.Tokens)) })
	return out
}

// pages divides what sessions took among the articles, and among the logs of days, that have lines of them.
func pages(w *wiki.Wiki, logs []*daily.Log, sessions map[string]*budget.Toll) []Share {
	entryOf := map[string]*daily.Entry{} // by line
	by := map[string][]string{}          // authors, by page
	articles, lines := map[string]map[string]float64{}, map[string]map[string]float64{}
	count := func(in map[string]map[string]float64, page string, e *daily.Entry) {
		if in[page] == nil {
			in[page] = map[string]float64{}
		}
		in[page][e.Session]++
		if !slices.Contains(by[page], e.By) {
			by[page] = append(by[page], e.By)
		}
	}
	for _, l := range logs {
		for i := range l.Entries {
			e := &l.Entries[i]
			for _, b := range e.Bullets {
				entryOf[e.Target(b)] = &e.Entry
				count(lines, w.Daily().Path(l.Date.String()), &e.Entry)
			}
		}
	}
	for _, p := range w.Articles() {
		for _, x := range p.Points() {
			for _, c := range x.Cites {
				if e := entryOf[string(c.Date)+"#^"+c.Block]; e != nil {
					count(articles, p.Path, e)
				}
			}
		}
	}
	out := map[string]*budget.Toll{}
	for _, in := range []map[string]map[string]float64{articles, lines} {
		all := map[string]float64{}
		for _, ofPage := range in {
			for s, n := range ofPage {
				all[s] += n
			}
		}
		for page, ofPage := range in {
			for _, s := range slices.Sorted(maps.Keys(ofPage)) { // so that sums round alike each time
				if t := sessions[s]; t != nil {
					of(out, page).Add(*t, ofPage[s]/all[s])
				}
			}
		}
	}
	all := shares(out)
	for i := range all {
		all[i].By = by[all[i].Name]
		slices.Sort(all[i].By)
	}
	return all
}

func ledgerOf(v *workspace.Vault) *budget.Ledger {
	return &budget.Ledger{Dir: v.Dir, Zone: v.Config.Zone, Now: v.Now}
}

// MonthOf reads the calls alone, and those of that time alone.
func MonthOf(v *workspace.Vault) (Month, error) {
	calls, err := ledgerOf(v).Calls(v.Now().AddDate(0, 0, -days-1)) // another zone may have named the months
	return month(v, calls), err
}

// month adds up the last days, and prices them.
func month(v *workspace.Vault, calls []*budget.Call) (m Month) {
	m.With = []With{}
	var cached int64
	for _, c := range calls {
		if v.Now().Sub(c.At) < days*24*time.Hour {
			m.Calls, m.In, m.Out, cached = m.Calls+1, m.In+c.In, m.Out+c.Out, cached+c.Cached
		}
	}
	if m.Calls == 0 {
		return m
	}
	prices := llm.PricesOf(v.Config.Models)
	for _, o := range llm.Options(v.Config.Models, author.WorldOf(v)) {
		if o.Provider == nil {
			continue
		}
		info := o.Provider.Info()
		x := With{Name: info.Name}
		price, _ := prices.Of(info.Model)
		use := budget.Usage{In: int(m.In), Out: int(m.Out), Known: true}
		if price.CacheRead != nil {
			use.In, use.CacheRead = int(m.In-cached), int(cached)
		}
		cost := price.Cost(use)
		usd := float64(cost.Micros) / 1e6
		if !cost.Known {
			usd = ledgerOf(v).Usual(info.Name).Micros * float64(m.In+m.Out) / 1e6
		}
		if usd > 0 || cost.Known {
			x.USD = &usd
		}
		m.With = append(m.With, x)
	}
	return m
}

// Tell says what something took: "3 calls, 12,000 tokens, $0.02".
func Tell(t budget.Toll) string {
	s := fmt.Sprintf("%s, %s tokens", say.Count(t.Calls, "call"), say.Thousands(int(t.Tokens)))
	switch {
	case t.Unpriced == 0:
		return s + ", " + money(t.Micros)
	case t.Micros == 0:
		return s + ", cost unknown"
	}
	return s + fmt.Sprintf(", %s and more of unknown cost", money(t.Micros))
}

func money(micros float64) string {
	if micros > 0 && micros < 10_000 {
		return "less than $0.01"
	}
	return budget.Money(int64(math.Round(micros/10_000)) * 10_000)
}

// Lines tells a person of an account, at most so many of each part.
func (a *Account) Lines(most int) (out []string) {
	for _, part := range []struct {
		what string
		all  []Share
	}{{"session", a.Sessions}, {"day", a.Days}, {"project", a.Projects}, {"page", a.Pages}} {
		for i, x := range part.all {
			if i == most {
				out = append(out, fmt.Sprintf("%-9s and %s more, in memoria status --cost --json", part.what, say.Thousands(len(part.all)-i)))
				break
			}
			name := say.Printable(cmp.Or(x.Name, "(no project)"))
			if x.Project != "" {
				name += " in " + say.Printable(x.Project)
			}
			out = append(out, fmt.Sprintf("%-9s %s  %s", part.what, name, Tell(x.Toll)))
		}
	}
	for _, l := range a.Month.Lines() {
		out = append(out, "month     "+l)
	}
	return out
}

// Lines tells a person what a month would cost.
func (m Month) Lines() (out []string) {
	if m.Calls == 0 {
		return nil
	}
	for _, w := range m.With {
		cost := "unknown; prices: in the settings tell"
		if w.USD != nil {
			cost = money(*w.USD * 1e6)
		}
		out = append(out, fmt.Sprintf("a month like the last %d days, with %s  %s", days, say.Printable(w.Name), cost))
	}
	return out
}
