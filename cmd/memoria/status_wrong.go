package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/wiki"
)

// A disagreement is where the vault's records do not fit each other.
type disagreement struct {
	text string
	mend string // a command
}

const (
	mendRebuild = "memoria flush --rebuild "
	mendImport  = "memoria import"
)

func (st *status) disagree(ds ...disagreement) {
	st.wrong = append(st.wrong, ds...)
	for _, d := range ds {
		st.Wrong = append(st.Wrong, d.text)
	}
}

// disagreements looks for all of them but what the compiler knows.
func (a *app) disagreements(v *vault.Vault, records []flush.Record, st *status) error {
	st.Wrong = []string{}
	st.disagree(unsettled(records)...)
	l := &flush.Ledger{Dir: v.Dir}
	held, written, err := a.heldEntries(v)
	if err != nil {
		return err
	}
	st.Written = written
	lost, err := l.Lost(records, held, v.Config.Zone)
	if err != nil {
		return err
	}
	st.Lost = orEmpty(lost)
	st.disagree(lostOf(lost)...)
	torn, unarchived, err := l.Audit(records)
	for _, t := range torn {
		st.disagree(disagreement{t, "move that file out of .memoria/archive: it cannot be read, and the day logs are whole without it"})
	}
	st.Unarchived = unarchived
	if err != nil {
		return err
	}
	for _, u := range a.unended(v) {
		st.disagree(disagreement{u.text, "memoria compile"})
	}
	return nil
}

// heldEntries are the ids of what the day logs hold, and how much of it who wrote.
func (a *app) heldEntries(v *vault.Vault) (held map[string]bool, written map[string]int, err error) {
	spans, err := a.daily(v).Spans()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	held, written = make(map[string]bool, len(spans)), map[string]int{}
	for _, s := range spans {
		held[s.Entry] = true
		if s.By != "" {
			written[s.By]++
		}
	}
	return held, written, nil
}

// tellWritten says who wrote the entries, where it was not the built-in author alone.
func (a *app) tellWritten(written map[string]int) {
	if len(written) == 0 || len(written) == 1 && written[extractive] > 0 {
		return
	}
	var parts []string
	for _, by := range slices.Sorted(maps.Keys(written)) {
		parts = append(parts, fmt.Sprintf("%s by %s", thousands(written[by]), printable(by)))
	}
	a.ui.Print("written   %s", strings.Join(parts, ", "))
}

// lostOf tells of lost entries: a line a day, and one a session for those that only a transcript can
// bring back.
func lostOf(lost []flush.LostEntry) []disagreement {
	byDay, bare := map[daily.Date][]flush.LostEntry{}, map[string][]flush.LostEntry{}
	for _, e := range lost {
		if e.Day.IsZero() {
			bare[e.Session] = append(bare[e.Session], e)
		} else {
			byDay[e.Day] = append(byDay[e.Day], e)
		}
	}
	var out []disagreement
	for _, day := range slices.SortedFunc(maps.Keys(byDay), daily.Date.Compare) {
		of := map[string][]flush.LostEntry{}
		for _, e := range byDay[day] {
			of[e.Session] = append(of[e.Session], e)
		}
		if len(of) == 1 {
			e := byDay[day][0]
			out = append(out, disagreement{lostHere(byDay[day], " of "+day.String()), mendRebuild + e.Session})
			continue
		}
		out = append(out, disagreement{fmt.Sprintf("%s of %s, of %s, are in no day log", count(len(byDay[day]), "entry"), day, count(len(of), "session")), mendRebuild + day.String()})
	}
	for _, s := range slices.Sorted(maps.Keys(bare)) {
		out = append(out, disagreement{lostHere(bare[s], ""), mendImport})
	}
	return out
}

// lostHere tells of entries of one session and one day.
func lostHere(lost []flush.LostEntry, day string) string {
	if len(lost) == 1 {
		return fmt.Sprintf("session %s: its entry %s%s is in no day log", lost[0].Session, lost[0].Entry, day)
	}
	return fmt.Sprintf("session %s: %s%s are in no day log", lost[0].Session, count(len(lost), "entry"), day)
}

// unsettled says which records do not add up: turns seen = flushed + pending + dead + skipped.
func unsettled(records []flush.Record) []disagreement {
	var out []disagreement
	for _, r := range records {
		if n := r.Flushed + r.Pending + r.Dead + r.Skipped; n != r.Turns {
			text := fmt.Sprintf("session %s: %s seen, but %d flushed + %d pending + %d dead + %d skipped",
				r.Session, count(r.Turns, "turn"), r.Flushed, r.Pending, r.Dead, r.Skipped)
			out = append(out, disagreement{text, mendCounts(r)})
		}
	}
	return out
}

// mendCounts is the command that counts a session's turns anew.
func mendCounts(r flush.Record) string {
	for _, f := range r.Files {
		if isFile(f.Path) {
			return "memoria flush " + vault.Quote(f.Path)
		}
	}
	return mendImport
}

// noLogs tells of a vault without its logs. What the archive holds of them was told already, day by
// day.
func (st *status) noLogs(e *compiler.MissingLogsError) {
	d := disagreement{e.Error(), "is its drive mounted, and the sync done? If they are gone for good: " + mendRebuild + "all"}
	st.disagree(d)
}

// wikiAlone is what can be told of the wiki without logs.
func (a *app) wikiAlone(ctx context.Context, v *vault.Vault) (compiler.Status, error) {
	w, err := wiki.Store{Dir: v.Dir, Wiki: v.Config.Wiki}.Load(ctx)
	if err != nil {
		return compiler.Status{}, fmt.Errorf("read the wiki: %w", err)
	}
	return compiler.Status{Articles: len(w.Articles())}, nil
}
