//go:build linux

package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// An account is what the vault must answer for: what the client's transcripts say, and what the
// vault holds of it.
type account struct {
	Files    map[string]string // transcripts by path
	Spans    []daily.Span
	Archived []archived
	Skipped  map[string]string // sessions left out, and why
}

// archived is a turn of the archive.
type archived struct {
	Session string
	Rows    []string
	Text    string
}

// settle lets the worker finish and holds the vault to the law.
func (s *person) settle(facts ...string) {
	s.t.Helper()
	s.t.Logf("events: %s", s.events())
	s.must("flush", "--wait")
	s.audit(facts...)
}

// audit holds the vault to the law: every word said is in exactly one entry and once in the archive,
// the facts are in the day logs, the counts add up, and nothing is left running or locked.
func (s *person) audit(facts ...string) {
	s.t.Helper()
	if out, err := s.memoria("status", "--check"); err != nil {
		s.t.Errorf("status --check: %v\n%s", err, out)
	}
	for _, p := range s.account(s.t.Errorf).problems() {
		s.t.Error(p)
	}
	logs := s.logs()
	for _, fact := range facts {
		must.Hold(s.t, entrySays(logs, fact), "no entry of the day logs says %q:\n%s", fact, logs)
	}
	s.unlocked()
	s.until("the worker's end: "+strings.Join(s.processes(), "\n"), func() bool { return len(s.processes()) == 0 })
	must.Text(s.t, s.must("queue", "list", "--json"), "the queue is not empty").Lacks(`"session"`)
}

// entrySays reports whether a bullet says it, or the line above the bullets, which none repeats.
func entrySays(logs, fact string) bool {
	for line := range strings.Lines(logs) {
		if (strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "**Context:**")) && strings.Contains(line, fact) {
			return true
		}
	}
	return false
}

// logs are all day logs.
func (s *person) logs() string {
	s.t.Helper()
	names := must.Get(filepath.Glob(filepath.Join(s.vault, "daily", "*.md")))(s.t)
	var b strings.Builder
	for _, name := range names {
		b.WriteString(s.read(name))
	}
	return b.String()
}

// account reads what there is. complain is told of hooks that were no success.
func (s *person) account(complain func(string, ...any)) account {
	s.t.Helper()
	a := account{Files: map[string]string{}, Skipped: map[string]string{}}
	for _, name := range s.transcripts() {
		a.Files[name] = s.read(name)
		_, _, hooks := saidIn(a.Files[name])
		for _, h := range hooks {
			complain("%s: %s", filepath.Base(name), h)
		}
	}
	dir := fsutiltest.Open(s.t, s.vault)
	var err error
	if a.Spans, err = (&daily.Store{Dir: dir, Zone: time.UTC}).Spans(); err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.t.Fatal(err)
	}
	var status struct {
		Sessions struct {
			Skipped []struct{ Session, Reason string }
		}
	}
	out := s.must("status", "--json")
	if err := json.Unmarshal([]byte(out), &status); err != nil {
		s.t.Fatalf("status --json: %v\n%s", err, out)
	}
	for _, x := range status.Sessions.Skipped {
		a.Skipped[x.Session] = x.Reason
	}
	a.Archived = s.archive()
	return a
}

// archive is every turn of the vault's archive.
func (s *person) archive() []archived {
	s.t.Helper()
	return must.Get(archiveOf(s.vault))(s.t)
}

// archiveOf reads the archive of the vault in a folder.
func archiveOf(vault string) (out []archived, err error) {
	err = filepath.WalkDir(filepath.Join(vault, ".memoria", "archive"), func(name string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) || err == nil && (d.IsDir() || !strings.HasSuffix(name, ".jsonl.gz")) {
			return nil
		}
		if err != nil {
			return err
		}
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		turns, err := readArchive(b)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		out = append(out, turns...)
		return nil
	})
	return out, err
}

func readArchive(b []byte) ([]archived, error) {
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	var out []archived
	var head struct{ Session string }
	lines := json.NewDecoder(z)
	if err := lines.Decode(&head); err != nil {
		return nil, err
	}
	for {
		turn := archived{Session: head.Session}
		if err := lines.Decode(&turn); err == io.EOF {
			return out, nil
		} else if err != nil {
			return out, err
		}
		out = append(out, turn)
	}
}

// problems is what does not add up.
func (a account) problems() (out []string) {
	bad := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	covering, inArchive := map[string][]string{}, map[string][]archived{}
	words := map[string]saidRow{}
	for _, name := range slices.Sorted(maps.Keys(a.Files)) {
		said, rows, _ := saidIn(a.Files[name])
		a.resolve(said, rows)
		for _, r := range said {
			words[r.UUID] = r
			for _, span := range a.Spans {
				from, known := rows[rowOf(span.From)]
				to, knownTo := rows[rowOf(span.To)]
				if known && knownTo && span.Session == r.Session && from <= r.At && r.At <= to && !slices.Contains(covering[r.UUID], span.Entry) {
					covering[r.UUID] = append(covering[r.UUID], span.Entry)
				}
			}
		}
	}
	for _, turn := range a.Archived {
		for _, row := range turn.Rows {
			row = rowOf(row)
			inArchive[row] = append(inArchive[row], turn)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(words)) {
		r, turns := words[id], inArchive[id]
		if len(turns) != 1 {
			bad("row %s (%q) stands %d times in the archive", id, r.Text, len(turns))
			continue
		}
		if !strings.Contains(squeezed(turns[0].Text), squeezed(r.Text)) {
			bad("row %s: the archive says %q, not %q", id, turns[0].Text, r.Text)
		}
		_, left := a.Skipped[turns[0].Session]
		if n := len(covering[id]); n != 1 && (n != 0 || !left) {
			bad("row %s (%q) of session %s lies in %d entries %v", id, r.Text, r.Session, n, covering[id])
		}
	}
	for _, turn := range a.Archived {
		if !slices.ContainsFunc(turn.Rows, func(row string) bool { _, ok := words[row]; return ok }) {
			bad("the archive holds what nobody said: %v %q", turn.Rows, turn.Text)
		}
	}
	return out
}

// resolve gives rows that the archive knows by a hash of their words, because a hook told of them
// before the transcript did, the number of the row with these words.
func (a account) resolve(said []saidRow, rows map[string]int) {
	for i, turn := range a.Archived {
		if len(turn.Rows) != 1 || !strings.HasPrefix(turn.Rows[0], "h") {
			continue
		}
		for _, r := range said {
			if r.Session == turn.Session && squeezed(r.Text) == squeezed(turn.Text) {
				rows[turn.Rows[0]] = r.At
				a.Archived[i].Rows = []string{turn.Rows[0], r.UUID}
			}
		}
	}
}

// rowOf is the row that a turn's id names: several turns of one row are numbered.
func rowOf(id string) string {
	id, _, _ = strings.Cut(id, "#")
	return id
}

func squeezed(s string) string { return strings.Join(strings.Fields(s), " ") }

// unlocked fails when somebody holds a lock of the vault.
func (s *person) unlocked() {
	s.t.Helper()
	names := must.Get(filepath.Glob(filepath.Join(s.vault, ".memoria", "lock", "*")))(s.t)
	for _, name := range names {
		s.until(name+" to be free", func() bool {
			f, err := os.Open(name)
			if err != nil {
				return os.IsNotExist(err)
			}
			defer f.Close()
			return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
		})
	}
}
