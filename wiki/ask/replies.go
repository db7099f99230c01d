package ask

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// The prefixes of the names of files in [layout.Replies]. An answer that is stored by its recipe has none.
const (
	Edits    = "edit-"  // accepted edits of articles: the wiki was made from them
	Verdicts = "deep-"  // verdicts on two claims
	Unread   = "asked-" // an answer as it came, until its accepted part is stored
)

const (
	version = layout.ReplyVersion
	age     = 30 * 24 * time.Hour // after which an answer that nobody read is removed
)

// Replies stores the answers of models. A writer holds the lock of its own work; two that ask the same write the
// same. A nil Replies stores nothing.
type Replies struct {
	Dir *fsutil.Dir // required: the vault
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
	if _, err := fsutil.WriteState(r.Dir, layout.Replies+"/"+name, version, record); err != nil {
		return fmt.Errorf("keep an answer: %w", err)
	}
	return nil
}

// Drop removes files. A file that could not be removed does no harm: it is recognized as outdated, or ages out.
func (r *Replies) Drop(names []string) {
	if len(names) > 0 {
		_ = r.Dir.RemoveAllOf(layout.Replies, names)
	}
}

// Names returns the files whose names begin with a prefix, sorted.
func (r *Replies) Names(prefix string) ([]string, error) {
	names, err := r.Dir.ReadNames(layout.Replies)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("look through the answers that are kept: %w", err)
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
	data, err := r.Dir.ReadFile(layout.Replies + "/" + name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err == nil {
		err = fsutil.DecodeState(data, layout.Replies+"/"+name, version, into)
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
