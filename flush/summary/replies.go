package summary

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
)

const (
	repliesDir     = ".memoria/replies"
	repliesVersion = 1
	repliesAge     = 30 * 24 * time.Hour // after which an answer is of no more use to anybody
)

// Replies keeps answers by the recipe that asked for them, a file each, from when they were paid for
// until what was made of them is kept. A nil one keeps nothing.
type Replies struct {
	Dir *fsutil.Dir // required: the vault
}

// A kept answer.
type kept struct {
	By   string `json:"by"`
	Text string `json:"text"`
}

func replyName(recipe string) string { return repliesDir + "/" + recipe[:32] + ".json" }

// get is the answer to a recipe, if it is kept. One that cannot be read is none.
func (r *Replies) get(recipe string) (Answer, bool) {
	if r == nil {
		return Answer{}, false
	}
	data, err := r.Dir.ReadFile(replyName(recipe))
	if err != nil {
		return Answer{}, false
	}
	var k kept
	if fsutil.DecodeState(data, replyName(recipe), repliesVersion, &k) != nil || k.Text == "" || k.By == "" {
		return Answer{}, false
	}
	return Answer{Text: k.Text, By: k.By}, true
}

// Keep keeps the answer to a recipe.
func (r *Replies) Keep(recipe string, a Answer) error {
	if r == nil {
		return nil
	}
	if _, err := fsutil.WriteState(r.Dir, replyName(recipe), repliesVersion, kept{a.By, a.Text}); err != nil {
		return fmt.Errorf("keep an answer: %w", err)
	}
	return nil
}

// drop removes answers. What is left of them is removed by its age.
func (r *Replies) drop(recipes []string) {
	if r == nil || len(recipes) == 0 {
		return
	}
	names := make([]string, len(recipes))
	for i, x := range recipes {
		names[i] = strings.TrimPrefix(replyName(x), repliesDir+"/")
	}
	r.Dir.RemoveAllOf(repliesDir, names) // a leftover harms nothing
}

// Clean removes the answers that nobody fetched, and what a killed run left half written. What the
// wiki rests on, and what was said of its claims, lies in the same folder, and stays: see packages
// compiler/editor and wiki/lint/deep.
func (r *Replies) Clean(now time.Time) error {
	return r.remove(func(name string, at time.Time) bool {
		return now.Sub(at) > repliesAge && !strings.HasPrefix(name, "edit-") && !strings.HasPrefix(name, "deep-")
	})
}

// Forget removes all answers.
func (r *Replies) Forget() error { return r.remove(func(string, time.Time) bool { return true }) }

func (r *Replies) remove(which func(name string, at time.Time) bool) error {
	if r == nil {
		return nil
	}
	list, err := r.Dir.ReadDir(repliesDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look through the answers that are kept: %w", err)
	}
	var names []string
	for _, e := range list {
		if info, err := e.Info(); err == nil && !e.IsDir() && which(e.Name(), info.ModTime()) {
			names = append(names, e.Name())
		}
	}
	return r.Dir.RemoveAllOf(repliesDir, names)
}
