package target

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/agent-admin/memoria/compiler/erase"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// Sources are the places that hold what can be forgotten.
type Sources struct {
	Logs  *daily.Store
	Wiki  wiki.Store
	State *state.Store
	Kept  []daily.Dated // entries in the archive and the ledger: a log may lack them
}

// A Finder knows what can be forgotten: the lines of the logs, even hidden ones, the kept copies of entries, and what
// the wiki cites.
type Finder struct {
	wiki    *wiki.Wiki
	entries []daily.Dated            // of the logs, and kept entries that the logs no longer have
	kept    map[string][]daily.Dated // other kept versions of an entry, by id
	cited   map[merge.Key][]string   // what the wiki cites, and the texts that do
}

// Load reads the sources.
func Load(ctx context.Context, src Sources) (*Finder, error) {
	st, err := src.State.Load()
	if err != nil {
		return nil, err
	}
	store := src.Logs.Raw()
	logs, _, err := store.Logs(ctx)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	torn, err := store.Unfinished()
	if err != nil {
		return nil, fmt.Errorf("read the logs: %w", err)
	}
	f := &Finder{kept: map[string][]daily.Dated{}}
	if f.wiki, err = src.Wiki.Load(ctx); err != nil {
		return nil, fmt.Errorf("read the wiki: %w", err)
	}
	have := map[string]bool{}
	for _, l := range logs {
		f.entries = append(f.entries, l.Entries...)
		for _, d := range l.Entries {
			have[d.ID] = true
		}
	}
	for _, d := range slices.Concat(torn, src.Kept) {
		if have[d.ID] {
			f.kept[d.ID] = append(f.kept[d.ID], d)
			continue
		}
		have[d.ID] = true
		if d.Date.IsZero() {
			d.Date = st.DayOf(d.ID)
		}
		f.entries = append(f.entries, d)
	}
	f.cited, err = citations(f.wiki, st, src.State)
	return f, err
}

// citations returns what all pages and their base texts cite.
func citations(w *wiki.Wiki, st *state.State, texts *state.Store) (map[merge.Key][]string, error) {
	out := map[merge.Key][]string{}
	cite := func(a *wiki.Article) {
		for _, u := range erase.Units(a) {
			for _, k := range u.Cites {
				out[k] = append(out[k], erase.Claim(u.Text))
			}
		}
	}
	for _, page := range w.Pages() {
		if page.Article != nil && page.Kind != wiki.CodePage {
			cite(page.Article)
		}
	}
	for _, rec := range st.Pages {
		for _, k := range rec.Cites {
			out[k] = append(out[k], "") // also where no text is left
		}
		for _, hash := range []string{rec.Base, rec.Draft} {
			a, err := texts.Text(hash)
			if err != nil {
				return nil, err
			}
			if a != nil {
				cite(a)
			}
		}
	}
	return out, nil
}
