package vault

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// Whoever can write to a shared vault can write its settings and templates. So these hold on a machine as its person
// accepted them: what comes from elsewhere waits, while the files stay as they came. What the person edits here holds at
// once. It is known as theirs because git's last commit does not have it; where there is no git, all waits.

// harmless are the settings that hold as they come: they send, run, reveal, withhold and move nothing.
var harmless = []string{"site.title"}

// acceptWait is how long a record waits for another one.
const acceptWait = 5 * time.Second

// A Wait is a setting or template of a shared vault that holds here only once the person has accepted it.
type Wait struct {
	Key string `json:"key"`           // "projects.share", or the path of a template; "" for a file that cannot be read
	Was string `json:"was,omitempty"` // what holds meanwhile, lists as JSON; "" for the default
	Is  string `json:"is,omitempty"`  // what the vault has, or what is wrong with it; "" where it was taken out

	item value
}

// lines returns the lines by which both differ, with - and + in front of them.
func (w Wait) lines() (out []string) {
	if w.item.isTemplate(w.Key) {
		text := string(diff.Diff("", []byte(w.Was), w.Key, []byte(w.Is)))
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		return append([]string{w.Key}, lines[min(len(lines), 3):]...)
	}
	if w.Key == "" {
		return []string{w.Is}
	}
	if w.Was != "" {
		out = append(out, "- "+w.Key+": "+w.Was)
	}
	if w.Is != "" {
		out = append(out, "+ "+w.Key+": "+w.Is)
	}
	return out
}

func (value) isTemplate(key string) bool { return strings.HasPrefix(key, layout.Templates+"/") }

// TellWaits says in lines what waits, none if nothing does.
func TellWaits(waits []Wait, flag string) (out []string) {
	if len(waits) == 0 {
		return nil
	}
	out = []string{fmt.Sprintf("waits     for you: %s of another machine; memoria trust config%s has them hold here", say.Count(len(waits), "setting"), flag)}
	for _, line := range LinesOf(waits) {
		out = append(out, "          "+line)
	}
	return out
}

// LinesOf returns the lines of all, such that a terminal shows them as they are.
func LinesOf(waits []Wait) (out []string) {
	for _, w := range waits {
		for _, line := range w.lines() {
			out = append(out, say.Printable(line))
		}
	}
	return out
}

// accepted is the record of a machine.
type accepted struct {
	Items  file            `json:"items"`            // templates too, by their paths
	Coming map[string]file `json:"coming,omitempty"` // what a sync under way brings, by file: not the person's, though no commit has it
}

// MarshalJSON writes whichever form v has.
func (v value) MarshalJSON() ([]byte, error) {
	switch {
	case v.group != nil:
		return json.Marshal(v.group)
	case v.list != nil:
		return json.Marshal(v.list)
	}
	return json.Marshal(v.text)
}

// UnmarshalJSON takes all forms.
func (v *value) UnmarshalJSON(b []byte) error {
	return v.UnmarshalYAML(func(into any) error { return json.Unmarshal(b, into) })
}

// String returns v as a person is shown it.
func (v value) String() string {
	if v.list == nil && v.group == nil {
		return v.text
	}
	b, _ := json.Marshal(v) // of strings: no error
	return string(b)
}

// record reads what was accepted here, and reports whether anything ever was. A damaged record accepts nothing.
func (v *Vault) record() (a accepted, begun bool, err error) {
	b, err := v.Dir.ReadFile(layout.Accepted)
	if errors.Is(err, fs.ErrNotExist) {
		return a, false, nil
	}
	if err == nil && fsutil.DecodeState(b, layout.Accepted, layout.AcceptedVersion, &a) != nil {
		a = accepted{}
	}
	return a, true, err
}

// keep changes the record.
func (v *Vault) keep(change func(*accepted)) error {
	ctx, cancel := context.WithTimeout(context.Background(), acceptWait)
	defer cancel()
	unlock, err := v.Dir.Lock(ctx, layout.LockMachine)
	if err != nil {
		return err
	}
	defer unlock()
	a, _, err := v.record()
	if err != nil {
		return err
	}
	if a.Items == nil {
		a.Items = file{}
	}
	change(&a)
	maps.DeleteFunc(a.Items, func(_ string, x value) bool { return x.empty() })
	_, err = fsutil.WriteState(v.Dir, layout.Accepted, layout.AcceptedVersion, a)
	return err
}

// itemsOf returns the settings in a file, or a template as one item.
func itemsOf(name string, text []byte) (items file, unknown []string, err error) {
	if name == configName {
		return parseFile(name, text)
	}
	return file{name: {text: string(text)}}, nil, nil
}

// obeyed returns the vault's own settings as they hold here.
func (v *Vault) obeyed() (own file, unknown []string, err error) {
	text, err := readOwn(v.Dir)
	if err != nil {
		return nil, nil, err
	}
	own, unknown, broken := itemsOf(configName, text)
	own, _, err = v.sift(configName, own, broken)
	return own, unknown, err
}

// Template returns a template of the vault as it holds here, nil for none.
func (v *Vault) Template(name string) ([]byte, error) {
	text, err := v.Dir.ReadFile(name)
	if err != nil {
		return nil, err
	}
	items, _, _ := itemsOf(name, text)
	if items, _, err = v.sift(name, items, nil); items[name].text == "" {
		return nil, err
	}
	return []byte(items[name].text), err
}

// sift returns the items of a file that hold here, and those that wait. It records what the person changed. broken is what
// keeps the file from being read.
func (v *Vault) sift(name string, have file, broken error) (hold file, waits []Wait, err error) {
	if v.ID == "" {
		return have, nil, broken
	}
	a, begun, err := v.record()
	if err != nil {
		return nil, nil, err
	}
	if !begun {
		if _, err := v.Dir.Stat(layout.Machine); err == nil && broken == nil { // from now on
			_ = v.keep(func(a *accepted) { maps.Copy(a.Items, v.all()) }) // else the next time
		}
		return have, nil, broken
	}
	of := func(key string) bool { return key == name || name == configName && !(value{}).isTemplate(key) }
	was := file{}
	for key, x := range a.Items {
		if of(key) {
			was[key] = x
		}
	}
	base, settled := []byte(nil), false
	if broken != nil || !maps.EqualFunc(have, was, same) {
		if v.committed != nil {
			base, settled = v.committed(v.Dir.Path(), name)
		}
	}
	last, _, failed := itemsOf(name, base)
	settled = settled && failed == nil
	if broken != nil {
		if settled {
			return nil, nil, broken // the person's own mistake
		}
		return was, []Wait{{Is: broken.Error()}}, nil
	}
	hold = maps.Clone(was)
	mine := file{}
	for key := range both(have, was) {
		coming, under := a.Coming[name]
		switch x := have[key]; {
		case slices.Contains(harmless, key):
			hold[key] = x
		case same(x, was[key]), x.empty() && key == name: // without a template memoria's own is shown
		case settled && !same(x, last[key]) && !(under && same(x, coming[key])):
			hold[key], mine[key] = x, x
		default:
			waits = append(waits, Wait{Key: key, Was: was[key].String(), Is: x.String(), item: x})
		}
	}
	maps.DeleteFunc(hold, func(_ string, x value) bool { return x.empty() })
	slices.SortFunc(waits, func(a, b Wait) int { return strings.Compare(a.Key, b.Key) })
	if len(mine) > 0 {
		_ = v.keep(func(a *accepted) { maps.Copy(a.Items, mine) }) // else the next time, while no commit has it
	}
	return hold, waits, nil
}

func same(a, b value) bool { return a.String() == b.String() }

// both returns the keys of either.
func both(a, b file) map[string]bool {
	keys := map[string]bool{}
	for _, f := range []file{a, b} {
		for key := range f {
			keys[key] = true
		}
	}
	return keys
}

// watched returns the files of the vault whose items wait.
func (v *Vault) watched() []string {
	names := []string{configName}
	list, _ := v.Dir.ReadNames(layout.SiteTemplates) // as a rule there is none
	for _, name := range list {
		names = append(names, path.Join(layout.SiteTemplates, name))
	}
	return names
}

// Watches reports whether what a file of the vault says waits for the person when it comes from another machine.
func Watches(name string) bool { return name == configName || (value{}).isTemplate(name) }

// all returns all that the vault has.
func (v *Vault) all() file {
	out := file{}
	for _, name := range v.watched() {
		if text, err := v.Dir.ReadFile(name); err == nil {
			items, _, _ := itemsOf(name, text)
			maps.Copy(out, items)
		}
	}
	return out
}

// Waits returns what waits for the person, and records what they changed here.
func (v *Vault) Waits() (out []Wait, err error) {
	for _, name := range v.watched() {
		text, err := v.Dir.ReadFile(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		items, _, broken := itemsOf(name, text)
		_, waits, err := v.sift(name, items, broken)
		if err != nil {
			return nil, err
		}
		out = append(out, waits...)
	}
	return out, nil
}

// Unasked returns what a clone has of settings and templates while this machine is none of those that share the vault: it all
// holds, as in a vault that is not shared, and that the person sets the machine up accepts it.
func (v *Vault) Unasked() (out []Wait) {
	if _, err := v.Dir.Stat(layout.Machine); v.ID == "" || err == nil {
		return nil
	}
	for key, x := range v.all() {
		out = append(out, Wait{Key: key, Is: x.String(), item: x})
	}
	slices.SortFunc(out, func(a, b Wait) int { return strings.Compare(a.Key, b.Key) })
	return out
}

// Accept has these hold here from now on. It returns a *ConfigError if they cannot.
func (v *Vault) Accept(waits []Wait) error {
	news := file{}
	for _, w := range waits {
		if w.Key == "" {
			return &ConfigError{Where: configName, Why: w.Is}
		}
		if news[w.Key] = w.item; !w.item.isTemplate(w.Key) && !w.item.empty() {
			c := Defaults(time.UTC)
			if err := c.lay(configName, file{w.Key: w.item}); err != nil {
				return err
			}
		}
	}
	return v.keep(func(a *accepted) { maps.Copy(a.Items, news) })
}

// Expect records what a sync is about to bring, by file: a run that is killed must not leave it as the person's own. nil
// says that it came, or came not.
func (v *Vault) Expect(files map[string][]byte) error {
	a, begun, err := v.record()
	if err != nil || !begun || len(files)+len(a.Coming) == 0 {
		return err
	}
	return v.keep(func(a *accepted) {
		a.Coming = map[string]file{}
		for name, text := range files {
			a.Coming[name], _, _ = itemsOf(name, text)
		}
	})
}
