package adopt

import (
	"maps"
	"slices"

	"github.com/agent-admin/memoria/compiler/articles"
	"github.com/agent-admin/memoria/compiler/logs"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// A Past knows what became of files.
type Past interface {
	Version(at string, is func(text []byte) bool) []byte // the newest earlier one that is looked for, nil if there is none
	Removed(at string) bool                              // a file that is gone, by somebody here

	// Committed returns a file as the last commit has it. What differs is somebody's here. The error is fs.ErrNotExist where
	// there is no git, another one while that cannot be told.
	Committed(at string) (text []byte, err error)
}

// A Run is what one compile of a shared vault takes from other machines and tells them. All methods of a nil Run do
// nothing: it is that of a vault that is not shared.
type Run struct {
	Dir     *fsutil.Dir                              // required: the vault
	Machine string                                   // the name of this machine; "" tells others nothing
	Store   wiki.Store                               // required
	Wiki    *wiki.Wiki                               // required: as it was read
	State   *state.State                             // required: gets the records of the pages
	Text    func(hash string) (*wiki.Article, error) // required: a base text of the state
	Keep    func(text []byte) (hash string)          // required: keeps a base text
	Past    Past                                     // nil if nobody knows

	Paths []string          // out: the pages that were taken over
	Texts map[string][]byte // out: the base texts that other machines need, by sum
	Rows  []Row             // out: what they need not compile

	lacks   merge.Keys             // what pages of this machine said and the ones in their place do not
	missing bool                   // pages went with what came, and are made again
	cut     map[string][]merge.Key // what persons took out of pages that were taken over, as an earlier version has it
	done    Compiled
	owners  map[string]string // the ids of machines, by their names
	gone    gone
}

func (a *Run) bases() Bases { return Bases{a.Dir} }

// Lacks reports whether a page of this machine said a line, and the page of another machine in its place does not.
func (a *Run) Lacks(k merge.Key) bool { return a != nil && a.lacks[k] }

// Adopted reports whether pages were taken over, or are missing.
func (a *Run) Adopted() bool { return a != nil && (len(a.Paths) > 0 || a.missing) }

// Summed returns a generated page as it is written: with its sum.
func (a *Run) Summed(text []byte) []byte {
	if a == nil {
		return text
	}
	return wiki.Summed(text)
}

// Resting returns a page with the sum of its base text, by which other machines find a person's edits.
func (a *Run) Resting(page *wiki.Article, base string) (*wiki.Article, error) {
	if a == nil {
		return page, nil
	}
	text, err := a.Text(base)
	if err != nil || text == nil || text.Sum() == "" {
		return page, err
	}
	return page.SetText(wiki.SumKey, text.Sum())
}

// Unsummed reports whether a page that nobody edited has no sum: the vault was not shared when it was written.
func (a *Run) Unsummed(pages []*articles.Article) bool {
	return a != nil && slices.ContainsFunc(pages, func(p *articles.Article) bool {
		return p.Readable() && !p.Hands && p.Page.Sum() == "" && len(p.Record.Names) > 0 && a.Store.Writes(p.Path)
	})
}

// Share finds the base texts of pages that a person edited, for the other machines. pages are the records after the
// run, outcome is the wiki, and known what the logs say. It returns lines of the person here that wait, by page: see
// Merged. Of a page that is gone no text is kept that cites something else: it may be forgotten.
func (a *Run) Share(pages map[string]state.PageRecord, outcome *wiki.Wiki, known merge.Keys) (waits map[string][]merge.Conflict, err error) {
	if a == nil {
		return nil, nil
	}
	a.Texts, waits = map[string][]byte{}, map[string][]merge.Conflict{}
	for at, rec := range pages {
		page := outcome.Page(at)
		if page == nil && slices.ContainsFunc(rec.Cites, func(k merge.Key) bool { return !known[k] }) {
			rec.Base, rec.Draft = "", ""
			pages[at] = rec
		}
		if page == nil || page.Article == nil {
			continue
		}
		if len(rec.Mine) > 0 {
			rec.Mine = Waiting(page.Article, rec.Mine)
			waits[at] = rec.Mine
		}
		if page.Hash() != rec.Base {
			for _, hash := range []string{a.State.Pages[at].Base, rec.Base} {
				base, err := a.Text(hash)
				if err != nil {
					return nil, err
				}
				if base != nil && base.Sum() != "" {
					a.Texts[base.Sum()] = base.Bytes()
					note(&rec, base.Sum())
				}
			}
		}
		pages[at] = rec
	}
	return waits, nil
}

// Arrived takes the entries that another machine compiled, and whose lines are in the pages, for compiled: a model is
// paid once. A machine that the one of an entry does not trust keeps nothing of it out of the articles.
func (a *Run) Arrived(sources []*logs.Log) (err error) {
	if a == nil {
		return nil
	}
	if a.done, err = readCompiled(a.Dir); err != nil || len(a.done) == 0 {
		return err
	}
	var cited merge.Keys
	a.owners = map[string]string{}
	for _, s := range sources {
		if s.File != nil && s.Date.Machine() != "" {
			a.owners[s.Date.Machine()] = s.File.Owner
		}
	}
	for _, s := range sources {
		if s.File == nil {
			continue
		}
		known := s.Record.Entries
		for i := range s.File.Entries {
			e := &s.File.Entries[i]
			row, ok := a.done.of(e, a.believed(e))
			if !ok || known[e.ID].Hash == e.Hash {
				continue
			}
			if !row.None && cited == nil {
				cited = keysOf(a.Wiki)
			}
			if row.None || cites(cited, e) {
				known = maps.Clone(known)
				if known == nil {
					known = map[string]state.EntryRecord{}
				}
				known[e.ID] = state.EntryRecord{Hash: e.Hash, By: row.By}
			}
		}
		s.Record.Entries = known
	}
	return nil
}

// believed returns which rows of other machines count for an entry: of those that the machine of the entry trusts, and its own.
// What this machine compiled it knows.
func (a *Run) believed(e *daily.Dated) func(Row) bool {
	return func(r Row) bool {
		owner := a.owners[r.machine]
		return r.machine != a.Machine && (e.Said.Who == "" || owner != "" && e.Said.Yields(daily.Speaker{Who: e.Said.Who, ID: owner}))
	}
}

// Tell finds the entries that are compiled after the run and that no machine told to be.
func (a *Run) Tell(sources []*logs.Log, days map[daily.Date]state.DayRecord, outcome *wiki.Wiki) {
	if a == nil || a.Machine == "" {
		return
	}
	var cited merge.Keys
	for _, s := range sources {
		for i := range s.Seen {
			e := &s.Seen[i]
			rec, compiled := days[s.Date].Entries[e.ID]
			if _, told := a.done.of(e, func(r Row) bool { return r.machine == a.Machine || a.believed(e)(r) }); told || !compiled || rec.Hash != e.Hash {
				continue
			}
			if cited == nil {
				cited = keysOf(outcome)
			}
			a.Rows = append(a.Rows, Row{Entry: e.ID, Hash: e.Hash, By: rec.By, None: !cites(cited, e)})
		}
	}
}

// keysOf returns what the articles of a wiki cite.
func keysOf(w *wiki.Wiki) merge.Keys {
	out := merge.Keys{}
	for _, page := range w.Articles() {
		maps.Copy(out, merge.PageKeys(page.Article))
	}
	return out
}

// cites reports whether an entry is among what is cited.
func cites(cited merge.Keys, e *daily.Dated) bool {
	return cited[merge.NewKey(e.Date.String(), "", e.Heading)] ||
		slices.ContainsFunc(e.Bullets, func(b daily.Bullet) bool { return cited[merge.LineKey(*e, b)] })
}

// Begin writes what other machines need before a page rests on it.
func (a *Run) Begin() error {
	if a == nil {
		return nil
	}
	return a.bases().Keep(a.Texts)
}

// Told writes what Tell found.
func (a *Run) Told() error {
	if a == nil {
		return nil
	}
	return appendCompiled(a.Dir, a.Machine, a.Rows)
}

// End tells other machines what was compiled, and removes the base texts that the new state has no more.
func (a *Run) End(next *state.State) error {
	if a == nil {
		return nil
	}
	if err := a.Told(); err != nil {
		return err
	}
	return a.bases().sweep(a.State, next)
}
