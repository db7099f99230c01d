package sync

import (
	"bytes"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/agent-admin/memoria/cmd/internal/handler/sync/attributes"
	"github.com/agent-admin/memoria/cmd/internal/handler/sync/obeyed"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/compiler/adopt"
	"github.com/agent-admin/memoria/compiler/merge"
	logs "github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/daily/own"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/catalog"
)

// A merger merges the files of a vault.
type merger struct {
	wiki      string                      // folder of the articles
	daily     layout.Daily                // folder of the logs
	machine   vault.Identity              // this one
	own       *own.Book                   // what it wrote itself
	strange   []string                    // out: what was not taken as it came, in words
	rewritten bool                        // the trunk was: what it has no more was taken out
	adopt     bool                        // the vault joins another one, and takes its id
	dir       *fsutil.Dir                 // the vault
	waits     map[string][]merge.Conflict // out: lines of articles that gave way to ones of the trunk
	kept      []string                    // out: pages of a person's that the trunk removed
}

// Merge merges the files that a side changed. Settings, templates and a person's own pages are left to git.
func (m *merger) Merge(base, ours, theirs map[string][]byte) (map[string][]byte, error) {
	out := map[string][]byte{}
	store := wiki.Store{Wiki: m.wiki}
	for name := range theirs {
		if !m.taken(name) {
			if out[name] = ours[name]; !bytes.Equal(theirs[name], ours[name]) {
				m.tell("%q is not taken: other programs obey it, or cannot read its name", name)
			}
			delete(theirs, name)
			delete(base, name)
			delete(ours, name)
		}
	}
	m.instead(base, ours, theirs, out)
	m.odd(base, ours, theirs, out)
	for _, side := range []map[string][]byte{base, ours, theirs} {
		for name := range side {
			if merged, ok := m.file(name, base[name], ours[name], theirs[name]); ok {
				out[name] = merged
			} else if store.Writes(name) || wiki.CodePath(m.wiki, name) {
				out[name] = theirs[name] // or as the wiki is merged
			}
		}
	}
	u := adopt.Wiki(m.wiki, base, ours, theirs, func(sum string) []byte {
		if file := theirs[adopt.BaseName(sum)]; file != nil {
			return adopt.BaseText(file)
		}
		return adopt.Bases{Dir: m.dir}.Text(sum)
	})
	maps.Copy(out, u.Files)
	m.waits, m.kept = u.Waits, u.Kept
	return out, nil
}

// taken reports whether a file of another machine is brought in: none whose name no other program here could read, none
// that other programs obey, and none that would tell git below our folders to change or to leave out what stands in them.
func (m *merger) taken(name string) bool {
	switch path.Base(name) {
	case attributes.Name, ".gitignore", ".gitmodules":
		return path.Dir(name) == "." || name == layout.Ignore
	}
	return utf8.ValidString(name) && fs.ValidPath(name) && (strings.HasPrefix(name, layout.Folder+"/") || !obeyed.Is(name))
}

// file merges one file, and reports whether it is one that is merged alone.
func (m *merger) file(name string, base, ours, theirs []byte) ([]byte, bool) {
	switch {
	case path.Dir(name) == m.daily.Folder() && path.Ext(name) == ".md":
		return m.log(name, base, ours, theirs), true
	case name == layout.SharedCompiled+"/"+m.machine.Name+".jsonl" && ours != nil && !m.adopt: // nobody else writes it
		return m.back(name, base, ours, theirs), true
	case path.Dir(name) == layout.SharedSigned, path.Dir(name) == layout.SharedProjects: // each machine writes its own
		if id, _, _ := strings.Cut(path.Base(name), "."); ours != nil && (theirs == nil || id == m.machine.ID && !m.adopt) {
			return m.back(name, base, ours, theirs), true
		}
		return theirs, true
	case path.Dir(name) == layout.SharedCompiled, name == attributes.Name && base == nil:
		return union(ours, theirs), true
	case theirs == nil && ours != nil && lasting(m.wiki, name) && !m.rewritten:
		return m.back(name, base, ours, theirs), true
	case wiki.CodePath(m.wiki, name) && !catalog.IsLog(m.wiki, name): // lists of articles, which the next compile makes
		if bytes.Equal(theirs, base) {
			return ours, true
		}
		return theirs, true
	case path.Dir(name) == layout.SharedEdits && ask.MachineOf(path.Base(name)) == m.machine.ID && !m.adopt: // nobody else writes it
		return ours, true
	case path.Dir(name) == layout.SharedEdits && base != nil && (ours == nil || theirs == nil): // it was forgotten
		return nil, true
	case name == layout.SharedVault && ours != nil && !m.adopt: // it says where the state of this machine is, and whose the old logs are
		if mine, other := vault.ParseShared(ours), vault.ParseShared(theirs); mine.ID == other.ID && mine.Machine == "" && (mine.Who == "" || mine.Who == other.Who) {
			return theirs, true
		}
		return m.back(name, base, ours, theirs), true
	case name == layout.Config && ours != nil && theirs != nil && vault.CheckConfig(theirs) != nil: // with it no command would run
		return m.back(name, base, ours, theirs), true
	case name == layout.SharedVault, path.Dir(name) == layout.SharedEdits, base == nil && theirs != nil && path.Dir(name) == layout.Folder:
		if theirs != nil {
			return theirs, true
		}
		return ours, true
	}
	return nil, false
}

// back returns a file as it is here, and tells it where somebody else changed or removed it.
func (m *merger) back(name string, base, ours, theirs []byte) []byte {
	if ours != nil && base != nil && !bytes.Equal(theirs, base) && !bytes.Equal(theirs, ours) {
		m.tell("%s was changed or removed elsewhere: it is put back", name)
	}
	return ours
}

// log merges a log, or a note of a person's beside the logs. That a log is not there is never taken for a removal. This
// machine's own nobody else changes: what another forgot, a control in a log of theirs says.
func (m *merger) log(name string, base, ours, theirs []byte) []byte {
	if id := entry.OwnerIn(base); id != "" && theirs != nil && entry.OwnerIn(theirs) != id && entry.OwnerIn(ours) == id {
		m.tell("%s came as the log of another machine: that was not taken", name)
		return ours
	}
	if m.mine(name, ours, theirs) && theirs != nil && !bytes.Equal(theirs, ours) {
		has := logs.Has(ours)
		if m.rewritten || m.adopt {
			said := entry.ControlsIn(ours)
			theirs = logs.Within(theirs, func(e *logs.Entry) bool { return has(e) || m.wrote(e) },
				func(c logs.Control) bool { return slices.Contains(said, c) || m.says(c) }, true)
		} else {
			return m.ourLog(name, base, ours, theirs)
		}
	}
	switch {
	case bytes.Equal(theirs, base) || theirs == nil && isLog(m.daily, name) && !m.rewritten && !m.forged(name, ours):
		return m.back(name, base, ours, theirs)
	case ours == nil || theirs == nil && bytes.Equal(ours, base):
		return theirs
	case theirs == nil:
		return ours
	}
	merged := logs.Merge(base, ours, theirs)
	if m.rewritten {
		return merged
	}
	return logs.Keep(merged, ours, func(e *logs.Entry) bool { // who saw the same session wrote the same, and may forget it
		return (e.Machine == "" || e.Machine == m.machine.Name) && m.wrote(e)
	})
}

// forged reports whether a log holds nothing that the machine wrote whose log it says it is: that one takes it away.
func (m *merger) forged(name string, log []byte) bool {
	day, err := logs.ParseDate(strings.TrimSuffix(path.Base(name), ".md"))
	if err != nil || m.own == nil || m.own.Mark(entry.OwnerIn(log)) == "" {
		return false
	}
	l := logs.Parse(day, time.UTC, log)
	n := len(l.Entries) + len(l.Controls)
	err = m.own.Tell(l)
	return err == nil && n > 0 && len(l.Controls) == 0 && !slices.ContainsFunc(l.Entries, func(e logs.Dated) bool { return e.Said.ID != logs.Unproved })
}

// ourLog returns a log of this machine as it is here, with entries of this machine's own that are only elsewhere: the files
// here may be those of a backup.
func (m *merger) ourLog(name string, base, ours, theirs []byte) []byte {
	if !bytes.Equal(theirs, base) {
		m.tell("%s is a log of this machine, and somebody else changed it: that was not taken (git log -p -- %[1]s shows it)", name)
	}
	has := logs.Has(ours)
	said := entry.ControlsIn(ours)
	lost := logs.Within(theirs, func(e *logs.Entry) bool { return m.wrote(e) && !has(e) },
		func(c logs.Control) bool { return m.says(c) && !slices.Contains(said, c) }, false)
	if lost == nil {
		return ours
	}
	return logs.Merge(nil, ours, lost)
}

// says reports whether this machine wrote a control itself.
func (m *merger) says(c logs.Control) bool { return m.own != nil && m.own.Has(c.Key()) }

// wrote reports whether this machine wrote an entry itself.
func (m *merger) wrote(e *logs.Entry) bool { return m.own != nil && m.own.Recorded(e) }

// mine reports whether only this machine writes to a log: it says so itself, or names no machine and has this one's name.
// A log that another machine began is that one's, even if both have one name; of two logs of one name all entries are kept.
func (m *merger) mine(name string, ours, theirs []byte) bool {
	if !isLog(m.daily, name) || m.machine.Name == "" {
		return false
	}
	for _, log := range [][]byte{theirs, ours} {
		if id := entry.OwnerIn(log); id != "" && id != m.machine.ID {
			return false
		}
	}
	return strings.HasSuffix(name, "@"+m.machine.Name+".md") || entry.OwnerIn(ours) != "" || ours == nil && entry.OwnerIn(theirs) != ""
}

// union returns the lines of theirs, and behind them those that only ours has.
func union(ours, theirs []byte) []byte {
	has := map[string]bool{}
	var out []byte
	for _, side := range [][]byte{theirs, ours} {
		for line := range bytes.Lines(side) {
			line = bytes.TrimSuffix(line, []byte("\n"))
			if !has[string(line)] {
				has[string(line)] = true
				out = append(append(out, line...), '\n')
			}
		}
	}
	return out
}
