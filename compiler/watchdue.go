package compiler

import (
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
)

// A MissingFolderError says that a folder is not there, or empty, although files of it were compiled: a
// drive that is not mounted, a checkout or a synchronisation under way. Nothing is compiled until it
// is back, since all that is missing would count as removed by hand (B-18).
type MissingFolderError struct{ Path string }

func (e *MissingFolderError) Error() string {
	return fmt.Sprintf("the folder %q is missing or empty, though it had files when it was compiled", e.Path)
}

// due reports whether a run would find something to do, by what is dirty and how the logs stand to the
// state. It also finds out which logs wait and until when.
func (s *watching) due() (bool, error) {
	s.worked = true
	st, _, _, err := peek[state](s.c.Vault, stateName)
	if err != nil {
		return false, err
	}
	due := s.pages(&st)
	if s.logs(&st) {
		due = true
	}
	return due, nil
}

// pages reports whether somebody changed a page. One that reads as the state says was written by a
// run, or seen by one: another process compiles too. That run wrote the index and the log as well.
func (s *watching) pages(st *state) bool {
	code, compiled := false, false
	for name := range s.dirty {
		if _, ok := dayOf(name); ok {
			continue
		}
		f, there := s.files[name]
		rec, known := st.Pages[name]
		switch {
		case known && there && rec.Hash == f.hash(), known && !there && rec.Deleted:
			compiled = true
		case s.code(name):
			code = true
		case there || known:
			return true
		}
	}
	return code && !compiled
}

// code tells the pages that code writes.
func (s *watching) code(name string) bool {
	rest, ok := strings.CutPrefix(name, path.Dir(s.c.index())+"/")
	dir, base := path.Split(rest)
	return ok && (dir == "index/" || dir == "" && (base == "index.md" || base == "log.md" || strings.HasPrefix(base, "log-")))
}

// logs reports whether a log is stale, and notes those that wait.
func (s *watching) logs(st *state) (due bool) {
	now, by := s.c.Now(), recipe(s.c.Author)
	waits := map[string]time.Time{}
	s.next = time.Time{}
	for name, f := range s.files {
		day, ok := dayOf(name)
		if !ok {
			continue
		}
		rec, known := st.Days[day]
		r := rec.stood(known)
		for _, e := range rec.Entries {
			r.outdated = r.outdated || e.By != by
		}
		state, until := stale(f.hash(), r, false, now, s.c.Interval)
		due = due || state.Stale()
		if state != Waiting {
			continue
		}
		waits[day.String()] = until
		if s.next.IsZero() || until.Before(s.next) {
			s.next = until
		}
		if !s.waits[day.String()].Equal(until) {
			s.Teller.Waits(LogPlan{Date: day, State: Waiting, Until: until.In(now.Location())})
		}
	}
	s.waits = waits
	for name := range s.dirty {
		day, ok := dayOf(name)
		if _, there := s.files[name]; ok && !there && len(st.Days[day].Entries) > 0 {
			due = true // a log that was compiled is gone
		}
	}
	return due
}

// dayOf is the day of a log, by its path.
func dayOf(name string) (daily.Date, bool) {
	base, ok := strings.CutPrefix(name, "daily/")
	stem, md := strings.CutSuffix(base, ".md")
	day, err := daily.ParseDate(stem)
	return day, ok && md && err == nil
}

// missing finds a folder that is not there though it should be. files are those there are now; nil
// looks for the folders alone.
func (s *watching) missing(files map[string]seen) error {
	var st *state
	for _, top := range s.tops() {
		if s.has(top, files) {
			continue
		}
		if st == nil {
			read, _, _, err := peek[state](s.c.Vault, stateName)
			if err != nil {
				return err
			}
			st = &read
		}
		if st.rests(top) {
			return &MissingFolderError{Path: top}
		}
	}
	return nil
}

func (s *watching) has(top string, files map[string]seen) bool {
	if files == nil {
		names, err := s.c.Vault.ReadNames(top) // where a disk was mounted there may be an empty folder
		return err == nil && len(names) > 0
	}
	for name := range files {
		if strings.HasPrefix(name, top+"/") {
			return true
		}
	}
	return false
}

// rests reports whether something in a folder was compiled.
func (st *state) rests(top string) bool {
	if top == "daily" {
		for _, r := range st.Days {
			if len(r.Entries) > 0 {
				return true
			}
		}
		return false
	}
	for name, rec := range st.Pages {
		if strings.HasPrefix(name, top+"/") && !rec.Deleted {
			return true
		}
	}
	return false
}
