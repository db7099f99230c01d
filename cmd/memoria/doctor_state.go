package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/flush/queue"
)

const (
	logRecent = 7 * 24 * time.Hour // how far back the logs are read
	logTail   = 64 << 10           // bytes
)

// spool looks for notes that this vault could not take, and for those of a vault that is no more.
func (x *exam) spool() {
	where := vault.StateDir(x.Getenv, x.Home)
	told := false
	x.withSpool(func(s *queue.Spool) error {
		list, err := s.List()
		for _, k := range list {
			at := filepath.Join(where, filepath.FromSlash(k.Dir))
			switch {
			case x.v != nil && k.For(x.v.Dir.Path()):
				told = true
				x.warn("spool", "memoria flush --wait --vault "+vault.Quote(x.v.Dir.Path()), "%s in %s, from when the vault could not be written", count(k.Notes, "note"), at)
			case k.Vault == "":
				told = true
				x.warn("spool", "rm -r "+vault.Quote(at), "%s in %s that cannot be read", count(k.Notes, "note"), at)
			case !isVault(k.Vault):
				told = true
				x.warn("spool", "bring that folder back, or rm -r "+vault.Quote(at), "%s in %s for the vault %s, which is not there", count(k.Notes, "note"), at, k.Vault)
			}
		}
		return err
	})
	if !told {
		x.ok("spool", "nothing waits in %s", where)
	}
}

// logs tells what hooks and workers had to say lately: they speak up only where something is amiss.
func (x *exam) logs() {
	found := false
	for _, path := range x.logPaths() {
		lines, last := recentLines(path, x.Now().Add(-logRecent), x.ours)
		if lines > 0 {
			found = true
			x.warn("log", "less "+vault.Quote(path), "%s within a week in %s, the latest: %s", count(lines, "line"), path, clip(last, 200))
		}
	}
	if !found {
		x.ok("log", "no trouble within a week")
	}
}

// ours tells whether a line of a log may be about the vault: it names no other.
func (x *exam) ours(line string) bool {
	about := vault.LineVault(line)
	return about == "" || x.v != nil && (about == x.v.Dir.Path() || sameFile(about, x.v.Dir.Path()))
}

func (x *exam) logPaths() []string {
	dir := ""
	if x.v != nil {
		dir = x.v.Dir.Path()
	}
	return vault.LogPaths(dir, vault.StateDir(x.Getenv, x.Home))
}

// recentLines counts the lines of a log since a time that are meant, as far as its end shows, and
// gives the latest.
func recentLines(path string, since time.Time, meant func(line string) bool) (n int, last string) {
	f, err := os.Open(path)
	if err != nil {
		return 0, ""
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return 0, ""
	} else if info.Size() > logTail {
		f.Seek(-logTail, io.SeekEnd)
	}
	b, err := io.ReadAll(io.LimitReader(f, logTail))
	if err != nil {
		return 0, ""
	}
	for l := range strings.SplitSeq(string(b), "\n") {
		stamp, _, _ := strings.Cut(l, " ")
		if at, err := time.Parse(time.RFC3339, stamp); err == nil && at.After(since) && meant(l) {
			n, last = n+1, l
		}
	}
	return n, last
}
