package watch

import (
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/agent-admin/memoria/compiler/state"
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
	st, err := (&state.Store{Vault: s.Vault}).Load()
	if err != nil {
		return false, err
	}
	due := s.pages(st)
	if s.logs(st) {
		due = true
	}
	return due, nil
}

// pages reports whether somebody changed a page. One that reads as the state says was written by a
// run, or seen by one: another process compiles too. That run wrote the index and the log as well.
func (s *watching) pages(st *state.State) bool {
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
	rest, ok := strings.CutPrefix(name, s.Folder+"/")
	dir, base := path.Split(rest)
	return ok && (dir == "index/" || dir == "" && (base == "index.md" || base == "log.md" || strings.HasPrefix(base, "log-")))
}

// logs reports whether a log is stale, and notes those that wait.
func (s *watching) logs(st *state.State) (due bool) {
	now, by := s.Now(), s.Recipe
	waits := map[string]time.Time{}
	s.next = time.Time{}
	for name, f := range s.files {
		day, ok := dayOf(name)
		if !ok {
			continue
		}
		stale, until := st.Days[day].Staleness(f.hash(), by, false, now, s.Interval)
		due = due || stale.Stale()
		if stale != state.Waiting {
			continue
		}
		waits[day.String()] = until
		if s.next.IsZero() || until.Before(s.next) {
			s.next = until
		}
		if !s.waits[day.String()].Equal(until) {
			s.Teller.Waits(day, until)
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
	var st *state.State
	for _, top := range s.tops() {
		if s.has(top, files) {
			continue
		}
		if st == nil {
			var err error
			if st, err = (&state.Store{Vault: s.Vault}).Load(); err != nil {
				return err
			}
		}
		if st.RestsOn(top) {
			return &MissingFolderError{Path: top}
		}
	}
	return nil
}

func (s *watching) has(top string, files map[string]seen) bool {
	if files == nil {
		names, err := s.Vault.ReadNames(top) // where a disk was mounted there may be an empty folder
		return err == nil && len(names) > 0
	}
	for name := range files {
		if strings.HasPrefix(name, top+"/") {
			return true
		}
	}
	return false
}
