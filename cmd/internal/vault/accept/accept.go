// Package accept keeps which settings and templates of a shared vault hold on this machine. Whoever can write to the vault
// can write them. So they hold as the person accepted them: what comes from elsewhere waits, while the files stay as they
// came. What the person edits here holds at once. It is known as theirs because git's last commit does not have it; where
// there is no git, all waits.
package accept

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// Items are values as JSON: settings by their keys, a template by its path.
type Items map[string]string

// A Gate is that of one vault.
type Gate struct {
	Dir    *fsutil.Dir                        // required: the vault
	Shared bool                               // else all holds as it is
	Parse  func(config []byte) (Items, error) // required
	Check  func(Items) error                  // returns why settings cannot be used: then they are never accepted; nil takes all
	Past   Past                               // nil knows of no git
}

// A Past knows what git has of a vault.
type Past interface {
	// Committed returns a file as the last commit has it. What differs from it can only be the person's, unless there is an
	// error.
	Committed(name string) (text []byte, err error)
	Last(name string) (commit string) // the one that last changed a file, "" where that is not known
}

// harmless are the settings that hold as they come: they send, run, reveal, withhold and move nothing.
var harmless = []string{"site.title"}

// patience is how long a record waits for another one.
const patience = 5 * time.Second

// A Wait is a setting or template that holds here only once the person has accepted it.
type Wait struct {
	Key string `json:"key"`           // "" for settings that cannot be read
	Was string `json:"was,omitempty"` // what holds meanwhile, as JSON; "" for the default
	Is  string `json:"is,omitempty"`  // what the vault has, or what is wrong with it; "" where it was taken out
}

// plain returns a value as a person writes it: a text without its quotes.
func plain(value string) string {
	var s string
	if json.Unmarshal([]byte(value), &s) != nil {
		return value
	}
	return s
}

// lines returns the lines by which both differ, with - and + in front of them.
func (w Wait) lines() (out []string) {
	was, is := []string{w.Key + ": " + plain(w.Was)}, []string{w.Key + ": " + plain(w.Is)}
	switch {
	case w.Key == "":
		return []string{w.Is}
	case isTemplate(w.Key):
		out = append(out, w.Key)
		was, is = strings.Split(plain(w.Was), "\n"), strings.Split(plain(w.Is), "\n")
	}
	for _, side := range []struct {
		mark, value string
		has, other  []string
	}{{"- ", w.Was, was, is}, {"+ ", w.Is, is, was}} {
		for _, line := range side.has {
			if side.value != "" && !slices.Contains(side.other, line) {
				out = append(out, side.mark+line)
			}
		}
	}
	return out
}

// Lines returns the lines by which all differ, such that a terminal shows them as they are.
func Lines(waits []Wait) (out []string) {
	for _, w := range waits {
		for _, line := range w.lines() {
			out = append(out, say.Printable(line))
		}
	}
	return out
}

// Tell says in lines what waits, none if nothing does.
func Tell(waits []Wait, flag string) (out []string) {
	if len(waits) == 0 {
		return nil
	}
	out = []string{fmt.Sprintf("waits     for you: %s of another machine; memoria trust config%s has them hold here", say.Count(len(waits), "setting"), flag)}
	for _, line := range Lines(waits) {
		out = append(out, "          "+line)
	}
	return out
}

func isTemplate(name string) bool { return strings.HasPrefix(name, layout.Templates+"/") }

// Watches reports whether what a file of the vault says waits when it comes from another machine.
func Watches(name string) bool { return name == layout.Config || isTemplate(name) }

// accepted is the record of a machine.
type accepted struct {
	Items  Items            `json:"items"`
	Coming map[string]Items `json:"coming,omitempty"` // what a sync under way brings, by file: not the person's, though no commit has it
	Edits  map[string]edit  `json:"edits,omitempty"`  // of the person's, which no commit had, by item
}

// An edit took the place of what held. As long as the file's last commit is the same, who puts that back is the person, too: an
// editor may empty a file for a moment.
type edit struct {
	Was  string `json:"was"`
	Last string `json:"last"` // the commit
}

// record reads what was accepted here, and reports whether anything ever was. A damaged record accepts nothing.
func (g *Gate) record() (a accepted, begun bool, err error) {
	b, err := g.Dir.ReadFile(layout.Accepted)
	if errors.Is(err, fs.ErrNotExist) {
		return a, false, nil
	}
	if err == nil && fsutil.DecodeState(b, layout.Accepted, layout.AcceptedVersion, &a) != nil {
		a = accepted{}
	}
	return a, true, err
}

// keep changes the record.
func (g *Gate) keep(change func(*accepted)) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	unlock, err := g.Dir.Lock(ctx, layout.LockMachine)
	if err != nil {
		return err
	}
	defer unlock()
	a, _, err := g.record()
	if err != nil {
		return err
	}
	if a.Items == nil {
		a.Items = Items{}
	}
	change(&a)
	maps.DeleteFunc(a.Items, func(_, value string) bool { return value == "" })
	_, err = fsutil.WriteState(g.Dir, layout.Accepted, layout.AcceptedVersion, a)
	return err
}

// ErrNoFile says that something else than a file stands where settings or a template do, as whoever writes to the vault can put
// it there.
var ErrNoFile = errors.New("that is no file; move it away, or remove it, and the settings are as they were")

// Read reads settings or a template, none if there are none.
func Read(dir *fsutil.Dir, name string) ([]byte, error) {
	text, err := dir.ReadFile(name)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return text, nil
	}
	if info, failed := dir.Stat(name); failed == nil && !info.Mode().IsRegular() || errors.Is(err, fsutil.ErrOutside) {
		return nil, ErrNoFile
	}
	return nil, err
}

// items returns what is in a file.
func (g *Gate) items(name string, text []byte) (Items, error) {
	switch {
	case name == layout.Config:
		return g.Parse(text)
	case len(text) == 0:
		return nil, nil
	}
	b, err := json.Marshal(string(text))
	return Items{name: string(b)}, err
}

// Template returns a template as it holds here, nil for none.
func (g *Gate) Template(name string) ([]byte, error) {
	text, err := Read(g.Dir, name)
	if err == nil && text == nil || !g.Shared {
		return text, err
	}
	hold, _, err := g.Sift(name, text, err)
	if hold[name] == "" {
		return nil, err
	}
	return []byte(plain(hold[name])), err
}

// Sift returns what holds here of a file with this text, or one that could not be read, and what waits. It records what the
// person changed.
func (g *Gate) Sift(name string, text []byte, unread error) (hold Items, waits []Wait, err error) {
	have, broken := g.items(name, text)
	broken = cmp.Or(unread, broken)
	if !g.Shared {
		return have, nil, broken
	}
	a, begun, err := g.record()
	if err != nil {
		return nil, nil, err
	}
	if !begun {
		if _, err := g.Dir.Stat(layout.Machine); err == nil && broken == nil {
			_ = g.keep(func(a *accepted) { maps.Copy(a.Items, g.all()) }) // from now on, or from the next time
		}
		return have, nil, broken
	}
	hold = maps.Clone(a.Items)
	maps.DeleteFunc(hold, func(key, _ string) bool { return key != name && (name != layout.Config || isTemplate(key)) })
	last, settled := Items(nil), false
	if g.Past != nil && (broken != nil || !maps.Equal(have, hold)) {
		base, unknown := g.Past.Committed(name)
		if last, err = g.items(name, base); err == nil {
			settled = unknown == nil
		}
	}
	switch {
	case broken != nil && settled: // the person's own mistake
		return nil, nil, broken
	case broken != nil:
		return hold, []Wait{{Is: broken.Error()}}, nil
	}
	mine, edits, coming := Items{}, map[string]edit{}, a.Coming[name]
	commit := sync.OnceValue(func() string { return g.Past.Last(name) })
	for _, key := range union(have, hold) {
		e, edited := a.Edits[key]
		switch is := have[key]; {
		case is == hold[key], is == "" && key == name: // without a template memoria's own is shown
		case slices.Contains(harmless, key):
			hold[key] = is
		case settled && is != last[key] && !(a.Coming[name] != nil && is == coming[key]):
			if hold[key] == last[key] {
				edits[key] = edit{hold[key], commit()}
			}
			hold[key], mine[key] = is, is
		case settled && edited && is == e.Was && e.Last != "" && e.Last == commit():
			hold[key], mine[key] = is, is
		default:
			waits = append(waits, Wait{key, hold[key], is})
		}
	}
	maps.DeleteFunc(hold, func(_, value string) bool { return value == "" })
	if len(mine) == 0 {
		return hold, waits, nil
	}
	if name == layout.Config && g.Check != nil {
		if err := g.Check(hold); err != nil {
			return nil, nil, err
		}
	}
	_ = g.keep(func(a *accepted) { // else the next time, while no commit has it
		maps.Copy(a.Items, mine)
		if a.Edits == nil {
			a.Edits = map[string]edit{}
		}
		maps.Copy(a.Edits, edits)
	})
	return hold, waits, nil
}

// union returns the keys of either, sorted.
func union(a, b Items) []string {
	keys := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(keys)
	return slices.Compact(keys)
}

// files returns the names of the vault's files whose items wait.
func (g *Gate) files() []string {
	names := []string{layout.Config}
	list, _ := g.Dir.ReadNames(layout.SiteTemplates) // as a rule there is none
	for _, name := range list {
		names = append(names, path.Join(layout.SiteTemplates, name))
	}
	return names
}

// all returns all that the vault has.
func (g *Gate) all() Items {
	out := Items{}
	for _, name := range g.files() {
		if text, err := g.Dir.ReadFile(name); err == nil {
			items, _ := g.items(name, text)
			maps.Copy(out, items)
		}
	}
	return out
}

// Waits returns what waits for the person, and records what they changed here.
func (g *Gate) Waits() (out []Wait, err error) {
	for _, name := range g.files() {
		text, unread := Read(g.Dir, name)
		_, waits, err := g.Sift(name, text, unread)
		if err != nil {
			return nil, err
		}
		out = append(out, waits...)
	}
	return out, nil
}

// Unasked returns what a clone has while this machine is none of those that share the vault: it all holds, as in a vault
// that is not shared, and who sets the machine up accepts it.
func (g *Gate) Unasked() (out []Wait) {
	if _, err := g.Dir.Stat(layout.Machine); !g.Shared || err == nil {
		return nil
	}
	all := g.all()
	return pick.Each(union(all, nil), func(key string) Wait { return Wait{Key: key, Is: all[key]} })
}

// Against returns the settings and templates in which other files, by name, and those that hold here differ.
func (g *Gate) Against(files map[string][]byte) (out []Wait) {
	have, theirs := g.all(), Items{}
	for name, text := range files {
		items, _ := g.items(name, text) // what cannot be read waits once it comes
		maps.Copy(theirs, items)
	}
	for _, key := range union(theirs, nil) {
		if is := theirs[key]; is != have[key] {
			out = append(out, Wait{key, have[key], is})
		}
	}
	return out
}

// Accept has these hold here from now on.
func (g *Gate) Accept(waits []Wait) error {
	_, begun, err := g.record()
	if err != nil {
		return err
	}
	return g.keep(func(a *accepted) {
		if !begun {
			maps.Copy(a.Items, g.all())
		}
		for _, w := range waits {
			a.Items[w.Key] = w.Is
		}
	})
}

// Expect records what a sync is about to bring, by file: a run that is killed must not leave it as the person's own. None
// says that it came, or came not.
func (g *Gate) Expect(files map[string][]byte) error {
	a, begun, err := g.record()
	if err != nil || !begun || len(files)+len(a.Coming) == 0 {
		return err
	}
	return g.keep(func(a *accepted) {
		a.Coming = map[string]Items{}
		for name, text := range files {
			if a.Coming[name], _ = g.items(name, text); a.Coming[name] == nil {
				a.Coming[name] = Items{}
			}
		}
	})
}
