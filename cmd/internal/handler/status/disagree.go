package status

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/ledger"
)

// A Disagreement is a place where the vault's records contradict each other.
type Disagreement struct {
	Text string
	Mend string // a command
}

const (
	mendRebuild = "memoria flush --rebuild "
	mendImport  = "memoria import"
)

func (st *Report) disagree(ds ...Disagreement) {
	st.Disagreements = append(st.Disagreements, ds...)
	for _, d := range ds {
		st.Wrong = append(st.Wrong, d.Text)
	}
}

// disagreements finds all of them except those that the compiler knows.
func (st *Report) disagreements(v *workspace.Vault, records []ledger.Record) error {
	st.disagree(unsettled(records)...)
	l := v.Ledger()
	held, written, err := heldEntries(v)
	if err != nil {
		return err
	}
	st.Written = written
	lost, err := archive.Archive{Dir: l.Dir}.Lost(records, held, v.Config.Zone)
	if err != nil {
		return err
	}
	st.Lost = say.List(lost)
	st.disagree(lostOf(lost)...)
	torn, unarchived, err := archive.Archive{Dir: l.Dir}.Audit(records)
	for _, t := range torn {
		st.disagree(Disagreement{t, "move that file out of .memoria/archive: it cannot be read, and the day logs are whole without it"})
	}
	st.Unarchived = unarchived
	if err != nil {
		return err
	}
	copies, err := v.Daily().Copies()
	if err != nil {
		return err
	}
	for _, c := range copies {
		if c.News > 0 {
			st.disagree(Disagreement{fmt.Sprintf("%s is a copy of a log and has %s that no log has", c.Path, say.Count(c.News, "entry")), "memoria compile takes them in"})
		}
	}
	for _, u := range v.Unended() {
		st.disagree(Disagreement{u.Text, u.Mend})
	}
	return nil
}

// heldEntries returns the ids of the entries in the day logs, and how many entries each author wrote.
func heldEntries(v *workspace.Vault) (held map[string]bool, written map[string]int, err error) {
	spans, err := v.Daily().Spans()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	held, written = make(map[string]bool, len(spans)), map[string]int{}
	for _, s := range spans {
		held[s.Entry] = true
	}
	for _, s := range spans {
		if s.By != "" && !(s.Unanswered() && held[entry.RedoID(s.Entry)]) { // else what replaces it counts
			written[s.By]++
		}
	}
	return held, written, nil
}

// lostOf reports lost entries: a line per day, and one per session for those that only a transcript can restore.
func lostOf(lost []archive.LostEntry) []Disagreement {
	byDay, bare := map[daily.Date][]archive.LostEntry{}, map[string][]archive.LostEntry{}
	for _, e := range lost {
		if e.Day.IsZero() {
			bare[e.Session] = append(bare[e.Session], e)
		} else {
			byDay[e.Day] = append(byDay[e.Day], e)
		}
	}
	var out []Disagreement
	for _, day := range slices.SortedFunc(maps.Keys(byDay), daily.Date.Compare) {
		of := map[string][]archive.LostEntry{}
		for _, e := range byDay[day] {
			of[e.Session] = append(of[e.Session], e)
		}
		if len(of) == 1 {
			e := byDay[day][0]
			out = append(out, Disagreement{lostHere(byDay[day], " of "+day.String()), mendRebuild + e.Session})
			continue
		}
		out = append(out, Disagreement{fmt.Sprintf("%s of %s, of %s, are in no day log", say.Count(len(byDay[day]), "entry"), day, say.Count(len(of), "session")), mendRebuild + day.String()})
	}
	for _, s := range slices.Sorted(maps.Keys(bare)) {
		out = append(out, Disagreement{lostHere(bare[s], ""), mendImport})
	}
	return out
}

// lostHere describes the lost entries of one session and one day.
func lostHere(lost []archive.LostEntry, day string) string {
	if len(lost) == 1 {
		return fmt.Sprintf("session %s: its entry %s%s is in no day log", lost[0].Session, lost[0].Entry, day)
	}
	return fmt.Sprintf("session %s: %s%s are in no day log", lost[0].Session, say.Count(len(lost), "entry"), day)
}

// unsettled returns the records that do not add up: turns seen = flushed + pending + dead + skipped.
func unsettled(records []ledger.Record) []Disagreement {
	var out []Disagreement
	for _, r := range records {
		if n := r.Flushed + r.Pending + r.Dead + r.Skipped; n != r.Turns {
			text := fmt.Sprintf("session %s: %s seen, but %d flushed + %d pending + %d dead + %d skipped",
				r.Session, say.Count(r.Turns, "turn"), r.Flushed, r.Pending, r.Dead, r.Skipped)
			out = append(out, Disagreement{text, mendCounts(r)})
		}
	}
	return out
}

// mendCounts returns the command that recounts a session's turns.
func mendCounts(r ledger.Record) string {
	for _, f := range r.Files {
		if workspace.IsFile(f.Path) {
			return "memoria flush " + vault.Quote(f.Path)
		}
	}
	return mendImport
}
