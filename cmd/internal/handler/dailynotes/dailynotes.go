// Package dailynotes takes the daily notes of a person, which lie where they keep them, into the logs: the setting journal
// says where, by a pattern. The notes stay as they are.
package dailynotes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/pattern"
	"github.com/agent-admin/memoria/flush/notes"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/fsutil/pick"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

const (
	by       = "journal"
	mostNote = 1 << 20 // bytes of a note that is read
	reading  = 1       // changes when more is read of a note than was before
)

// A note is a file that a pattern finds.
type note struct {
	path string
	day  daily.Date
	stamp
}

type stamp = fsutil.Stamp

// A Report says what was taken.
type Report struct {
	Entries, Lines int
	Days           map[daily.Date]int
	Left           []string // notes that cannot be read, with the reason
}

// Due reports whether a note changed since it was read. A note of today is not due: its person still writes.
func Due(v *workspace.Vault) (bool, error) {
	fresh, _, err := look(v)
	return len(fresh) > 0, err
}

// Take takes what is new in the notes: an entry for each section. A line that is taken stays in the log when it leaves
// the note. The caller holds layout.LockImport.
func Take(ctx context.Context, v *workspace.Vault) (rep Report, err error) {
	fresh, stamps, err := look(v)
	if err != nil || len(fresh) == 0 {
		return rep, err
	}
	rep.Days = map[daily.Date]int{}
	var told []notes.Note
	for _, n := range fresh {
		text, err := read(v.Dir, n.path)
		if err != nil {
			rep.Left = append(rep.Left, fmt.Sprintf("%s: %v", n.path, err))
			continue
		}
		told = append(told, sections(v, n, text)...)
	}
	kept, err := v.Notes().Keep(ctx, told, v.Now())
	for _, o := range kept {
		if o.Entry != "" {
			rep.Entries, rep.Lines = rep.Entries+1, rep.Lines+o.Bullets
			rep.Days[o.Date]++
		}
	}
	if err != nil {
		return rep, err
	}
	return rep, v.Notes().Seen(stamps, v.Now())
}

func read(dir *fsutil.Dir, name string) ([]byte, error) {
	in, err := dir.Folder(path.Dir(name))
	if err != nil {
		return nil, err
	}
	defer in.Close()
	text, _, err := in.Read(path.Base(name), mostNote)
	return slices.Clone(text), err
}

// look finds the notes of past days that changed since they were read.
func look(v *workspace.Vault) (fresh []note, stamps []notes.Stamp, err error) {
	today, byPlace := daily.DateOf(v.Now(), v.Config.Zone), map[string]note{}
	for _, s := range v.Config.Journal {
		p, err := pattern.Parse(s)
		if err != nil {
			return nil, nil, err // the settings were checked
		}
		found, err := find(v, p, ".", 0)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, nil, err
		}
		for _, n := range found {
			if n.day.Compare(today) >= 0 {
				continue
			}
			place := by + ":" + n.path
			byPlace[place] = n
			stamps = append(stamps, notes.Stamp{Place: place, Stamp: fmt.Sprintf("%d %d %s %d", n.Size, n.ModTime, v.Rules(), reading)})
		}
	}
	if stamps, err = v.Notes().Changed(stamps, v.Now()); err != nil {
		return nil, nil, err
	}
	fresh = pick.Each(stamps, func(s notes.Stamp) note { return byPlace[s.Place] })
	return fresh, stamps, nil
}

// Reads returns a function that reports whether a file of the vault is a daily note that is read.
func Reads(v *workspace.Vault) func(file string) bool {
	return func(file string) bool {
		return slices.ContainsFunc(v.Config.Journal, func(s string) bool {
			p, err := pattern.Parse(s)
			if err != nil {
				return false
			}
			_, ok := p.Day(file)
			return ok
		})
	}
}

// find lists the notes of a pattern below a folder, whose path has n parts. It opens no folder that the pattern does not
// name, and no log is a note.
func find(v *workspace.Vault, p *pattern.Pattern, at string, n int) (out []note, err error) {
	list, err := v.Dir.Stamps(at, func(_ string, typ fs.FileMode) bool { return typ.IsRegular() && n == p.Depth()-1 })
	if err != nil {
		return nil, err
	}
	for _, f := range list {
		name := path.Join(at, f.Name)
		switch {
		case f.Name[0] == '.':
		case f.Type.IsDir() && p.Folder(n, f.Name):
			below, err := find(v, p, name, n+1)
			if err != nil {
				return nil, err
			}
			out = append(out, below...)
		case f.Type.IsRegular():
			day, ok := p.Day(name)
			if v.Wiki().KindOf(name, wiki.Parse(nil)) == wiki.DayPage {
				ok = false
			}
			if ok {
				out = append(out, note{name, daily.DateOf(day, time.UTC), f.Stamp})
			}
		}
	}
	return out, nil
}

var (
	property = lazy.Regexp(`(?m)^[ \t]*(?:[-*+][ \t]+)?[A-Za-z][\w.-]*::[^\n]*\n?`) // Logseq's: id:: 65e6…
	macro    = lazy.Regexp(`\{\{[^}\n]*\}\}|\(\([0-9a-f-]{36}\)\)`)                 // and what it embeds
	task     = lazy.Regexp(`(?m)^([ \t]*[-*+][ \t]+)(TODO|NOW|LATER|DOING|WAITING|DONE)[ \t]+`)
	indent   = lazy.Regexp(`(?m)^[ \t]+([-*+][ \t])`)
	leads    = lazy.Regexp(`(?m)^[ \t]*(?:[-*+][ \t]+)?(?:[^\pL\pN\[\]\n]*\[\[[^\]\n]*\]\])+[^\pL\pN\[\]\n]*$`) // to other notes, and says nothing else
	empty    = lazy.Regexp(`(?m)^[-*+][ \t]*$`)
	boxed    = lazy.Regexp(`^\[([ xX])\][ \t]+`)
)

// plain returns a note as Markdown that says the same: outlines of Logseq are lists, and have their own words for tasks.
func plain(text []byte) []byte {
	text = macro().ReplaceAll(property().ReplaceAll(text, nil), nil)
	text = task().ReplaceAllFunc(text, func(m []byte) []byte {
		box := "[ ] "
		if strings.Contains(string(m), "DONE") {
			box = "[x] "
		}
		return []byte(task().FindStringSubmatch(string(m))[1] + box)
	})
	return empty().ReplaceAll(indent().ReplaceAll(leads().ReplaceAll(text, nil), []byte("$1")), nil)
}

// sections returns what a note says, each section below a heading by itself.
func sections(v *workspace.Vault, n note, text []byte) (out []notes.Note) {
	for _, e := range daily.Parse(n.day, v.Config.Zone, plain(text)).Entries {
		if !e.Hand {
			continue
		}
		t := notes.Note{Agent: daily.Settler, Own: true, Place: by + ":" + n.path, By: by, At: e.At, Summary: e.Summary}
		for i := range t.Summary.Bullets {
			b := &t.Summary.Bullets[i]
			b.Block, b.Text = "", strings.TrimSpace(wikilink.Plain(b.Text))
			if box := boxed().FindStringSubmatch(b.Text); box != nil {
				b.Kind, b.Done, b.Text = daily.Action, box[1] != " ", strings.TrimPrefix(b.Text, box[0])
			}
		}
		t.Summary.Bullets = slices.DeleteFunc(t.Summary.Bullets, func(b daily.Bullet) bool { return b.Text == "" })
		if t.Summary.Context = strings.TrimSpace(t.Summary.Context); len(t.Summary.Bullets) == 0 && t.Summary.Context != "" {
			t.Summary.Bullets = []daily.Bullet{{Kind: daily.Fact, Text: t.Summary.Context}}
		}
		t.Summary.Title, t.Summary.Context = orName(t.Summary.Title, n.path), "From "+n.path+"."
		out = append(out, t)
	}
	return out
}

func orName(title, file string) string {
	if title == "" {
		return "Journal, " + strings.TrimSuffix(path.Base(file), ".md")
	}
	return title
}

// Guess returns the pattern of the daily notes that Obsidian or Logseq keeps in a folder, "" where there are none, or the
// logs are these notes.
func Guess(dir *fsutil.Dir) string {
	if text, err := read(dir, ".obsidian/daily-notes.json"); err == nil {
		var set struct{ Folder, Format string }
		if json.Unmarshal(text, &set) == nil {
			if set.Format == "" {
				set.Format = "YYYY-MM-DD"
			}
			s := path.Join(strings.Trim(set.Folder, "/"), set.Format)
			if _, err := pattern.Parse(s); err == nil && s != "daily/YYYY-MM-DD" {
				return s
			}
		}
	}
	if info, err := dir.Stat("logseq/config.edn"); err == nil && info.Mode().IsRegular() {
		return "journals/YYYY_MM_DD"
	}
	return ""
}
