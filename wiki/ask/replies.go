package ask

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// The prefixes of the names of files in [layout.Replies]; in a shared vault accepted edits are in [layout.SharedEdits]. An answer that is stored by its recipe has none.
const (
	Edits    = "edit-"         // accepted edits of articles: the wiki was made from them
	Owed     = Edits + "owed-" // not accepted yet
	Verdicts = "deep-"         // verdicts on two claims
	Unread   = "asked-"        // an answer as it came, until its accepted part is stored
)

const (
	version = layout.ReplyVersion
	age     = 30 * 24 * time.Hour // after which an answer that nobody read is removed
)

// Replies stores the answers of models. A writer holds the lock of its own work; two that ask the same write the
// same. A nil Replies stores nothing.
type Replies struct {
	Dir    *fsutil.Dir // required: the vault
	Shared bool        // accepted edits travel with the vault, so that no machine asks again and all make the same of them

	// In a shared vault the name of an edit has the id of the machine that keeps it, and what this one keeps it knows again:
	// anybody may write the files.
	Machine string   // the id of this one; "" while it has none, and edits stay on it
	Own     *Witness // nil takes all files of this machine for its own
}

// A Witness knows what machines wrote, by their ids and keys.
type Witness struct {
	Wrote func(keys ...string) error
	Has   func(machine, key string) bool
}

// folder returns the folder of a file.
func (r *Replies) folder(name string) string {
	if r.Shared && r.Machine != "" && strings.HasPrefix(name, Edits) && !strings.HasPrefix(name, Owed) {
		return layout.SharedEdits
	}
	return layout.Replies
}

// machineDigits is how many hex digits the id of a machine has.
const machineDigits = 8

// MachineOf returns the id of the machine that keeps an edit, by the name of its file; "" for none.
func MachineOf(name string) string {
	id, _, ok := strings.Cut(strings.TrimPrefix(name, Edits), "-")
	if !ok || len(id) != machineDigits || strings.Trim(id, "0123456789abcdef") != "" {
		return ""
	}
	return id
}

// at returns the path of a file, by its name with or without the id of a machine.
func (r *Replies) at(name string) string {
	folder := r.folder(name)
	if folder == layout.SharedEdits && MachineOf(name) == "" {
		name = Edits + r.Machine + "-" + strings.TrimPrefix(name, Edits)
	}
	return folder + "/" + name
}

// attest records a file of this machine's as its own.
func (r *Replies) attest(at string) error {
	if r.Own == nil || path.Dir(at) != layout.SharedEdits {
		return nil
	}
	data, err := r.Dir.ReadFile(at)
	if err != nil {
		return err
	}
	return r.Own.Wrote(keyOf(data))
}

// keyOf returns the key by which a machine knows a file again.
func keyOf(data []byte) string { return fsutil.Hash(data)[:16] }

// Share moves the accepted edits of a vault that was not shared to where other machines find them.
func (r *Replies) Share() error {
	if r == nil || !r.Shared {
		return nil
	}
	names, err := r.Dir.ReadNames(layout.Replies)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("share the edits of models: %w", err)
	}
	for _, n := range names {
		if r.folder(n) != layout.SharedEdits || fsutil.IsTemp(n) {
			continue
		}
		text, err := r.Dir.ReadFile(layout.Replies + "/" + n)
		if err == nil {
			_, err = r.Dir.WriteFile(r.at(n), text, 0o600)
		}
		if err == nil {
			err = r.attest(r.at(n))
		}
		if err == nil {
			err = r.Dir.Remove(layout.Replies + "/" + n)
		}
		if err != nil {
			return fmt.Errorf("share the edits of models: %w", err)
		}
	}
	return nil
}

type kept struct {
	By   string `json:"by"`
	Text string `json:"text"`
}

func nameOf(recipe string) string { return recipe[:32] + ".json" }

// Answer returns the stored answer to a recipe. An answer that cannot be read counts as missing.
func (r *Replies) Answer(recipe string) (Answer, bool) {
	var k kept
	if r == nil || recipe == "" {
		return Answer{}, false
	}
	ok, _ := r.read(nameOf(recipe), &k)
	return Answer{Text: k.Text, By: k.By}, ok && k.Text != "" && k.By != ""
}

// KeepAnswer stores the answer to a recipe.
func (r *Replies) KeepAnswer(recipe string, a Answer) error {
	if r == nil {
		return nil
	}
	return r.Keep(nameOf(recipe), kept{a.By, a.Text})
}

// DropAnswers removes the answers to recipes.
func (r *Replies) DropAnswers(recipes []string) {
	if r == nil {
		return
	}
	names := make([]string, len(recipes))
	for i, x := range recipes {
		names[i] = nameOf(x)
	}
	r.Drop(names)
}

// Keep writes a record to a file.
func (r *Replies) Keep(name string, record any) error {
	_, err := fsutil.WriteState(r.Dir, r.at(name), version, record)
	if err == nil {
		err = r.attest(r.at(name))
	}
	if err != nil {
		return fmt.Errorf("keep an answer: %w", err)
	}
	return nil
}

// Drop removes files. A file that could not be removed does no harm: it is recognized as outdated, or ages out.
func (r *Replies) Drop(names []string) {
	byFolder := map[string][]string{}
	for _, n := range names {
		at := r.at(n)
		byFolder[path.Dir(at)] = append(byFolder[path.Dir(at)], path.Base(at))
	}
	for folder, names := range byFolder {
		_ = r.Dir.RemoveAllOf(folder, names)
	}
}

// Names returns the files whose names begin with a prefix, sorted.
func (r *Replies) Names(prefix string) ([]string, error) {
	var names []string
	for _, folder := range []string{layout.Replies, layout.SharedEdits} {
		list, err := r.Dir.ReadNames(folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("look through the answers that are kept: %w", err)
		}
		names = append(names, slices.DeleteFunc(list, func(n string) bool {
			return r.folder(n) != folder || folder == layout.SharedEdits && MachineOf(n) == ""
		})...)
	}
	names = slices.DeleteFunc(names, func(n string) bool { return !strings.HasPrefix(n, prefix) || fsutil.IsTemp(n) })
	slices.Sort(names)
	return names, nil
}

// Records reads the files whose names begin with a prefix, sorted by name. A file that is gone or damaged is
// skipped: the question can be asked again. A file of a later version is an error.
func Records[T any](r *Replies, prefix string) (out []Record[T], err error) {
	names, err := r.Names(prefix)
	if err != nil {
		return nil, err
	}
	for _, n := range names {
		x := Record[T]{Name: n}
		ok, err := r.read(n, &x.Value)
		if err != nil {
			return nil, fmt.Errorf("read an answer: %w", err)
		}
		if ok {
			out = append(out, x)
		}
	}
	return out, nil
}

// A Record is a file of [Replies].
type Record[T any] struct {
	Name  string
	Value T
}

// read reports whether a file exists and is complete.
func (r *Replies) read(name string, into any) (ok bool, err error) {
	at := r.at(name)
	data, err := r.Dir.ReadFile(at)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err == nil && path.Dir(at) == layout.SharedEdits && r.Own != nil && !r.Own.Has(MachineOf(path.Base(at)), keyOf(data)) {
		return false, nil // somebody else wrote it
	}
	if err == nil {
		err = fsutil.DecodeState(data, at, version, into)
		if err != nil && !errors.As(err, new(*fsutil.NewerStateError)) {
			return false, nil
		}
	}
	return err == nil, err
}

// Clean removes the answers that nobody read, and files that a killed run left unfinished. What the
// wiki was made from, and verdicts on its claims, stay.
func (r *Replies) Clean(now time.Time) error {
	list, err := r.Dir.ReadDir(layout.Replies)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look through the answers that are kept: %w", err)
	}
	var names []string
	for _, e := range list {
		if strings.HasPrefix(e.Name(), Edits) || strings.HasPrefix(e.Name(), Verdicts) || e.IsDir() {
			continue
		}
		if info, err := e.Info(); err == nil && now.Sub(info.ModTime()) > age {
			names = append(names, e.Name())
		}
	}
	return r.Dir.RemoveAllOf(layout.Replies, names)
}
