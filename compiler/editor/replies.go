package editor

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki/lint/proof"
)

const (
	repliesDir     = ".memoria/replies"
	repliesVersion = 1
	editPrefix     = "edit-"      // what was let in of an answer, for as long as its entries are there
	owedPrefix     = "edit-owed-" // the same, of entries that the model is still to be asked about
	askedPrefix    = "asked-"     // an answer as it came, until what was let in of it is kept
)

// Replies keeps what was let in of answers, a file for each batch of entries: it was paid for, and the
// wiki rests on it. Without it articles are as the base writes them, until somebody has a model asked
// again. It lies in the folder in which package flush/summary keeps answers, which a forget clears.
type Replies struct {
	Dir *fsutil.Dir // required: the vault
}

// A reply is what was let in of the answers about a batch.
type reply struct {
	Recipe  string   `json:"recipe"` // of the questions: the rules, the form, the model
	By      string   `json:"by"`
	Entries []string `json:"entries"`
	Days    []string `json:"days,omitempty"` // of the entries
	Edits   []edit   `json:"edits,omitempty"`
	Left    []string `json:"left,omitempty"`   // what was left out, and why
	Failed  string   `json:"failed,omitempty"` // why nothing came of the answers
	Owed    bool     `json:"owed,omitempty"`   // the model is to be asked in the next run

	last int    // of its entries, in the order of the session's
	kind string // of what it failed for
}

// An edit is what becomes of one article.
type edit struct {
	Article     string  `json:"article"` // title
	New         bool    `json:"new,omitempty"`
	Lead        text    `json:"lead,omitzero"`
	Description text    `json:"description,omitzero"`
	Claims      []claim `json:"claims,omitempty"`
	Links       []link  `json:"links,omitempty"`
}

// A text rests on lines of logs, named by their keys.
type text struct {
	Text string   `json:"text"`
	On   []string `json:"on"`
}

// A claim is a point of an article. It takes the place of those that rest on nothing else than what it
// rests on, and ends those that rest on what is over.
type claim struct {
	text
	Section string   `json:"section,omitempty"` // of the details
	Over    []string `json:"over,omitempty"`
}

type link struct {
	To  string `json:"to"` // title
	Why text   `json:"why"`
}

// An answered is an answer as it came, with what is needed to understand it.
type answered struct {
	Entries []string            `json:"entries"`
	Try     string              `json:"try"` // which answer on these entries, asked of whom by which rules
	Answer  Answer              `json:"answer"`
	Mark    string              `json:"mark"`
	Refs    map[string][]string `json:"refs"`
}

// load reads all replies, and all answers whose replies are not kept yet. One that cannot be read is
// none: its entries can be asked about again.
func (r *Replies) load() (out []*reply, open []*answered, err error) {
	names, err := r.Dir.ReadNames(repliesDir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("look through the replies that are kept: %w", err)
	}
	slices.Sort(names)
	for _, n := range names {
		x, a := &reply{}, &answered{}
		switch {
		case strings.HasPrefix(n, editPrefix):
			if err = r.read(n, x); err == nil && len(x.Entries) > 0 && x.sound() {
				out = append(out, x)
			}
		case strings.HasPrefix(n, askedPrefix):
			if err = r.read(n, a); err == nil && len(a.Entries) > 0 && a.Answer.Text != "" {
				open = append(open, a)
			}
		}
		if err != nil {
			return nil, nil, fmt.Errorf("read a reply: %w", err)
		}
	}
	// Where two tell of one entry, the one that tells of more goes first.
	slices.SortStableFunc(out, func(a, b *reply) int { return cmp.Compare(len(b.Entries), len(a.Entries)) })
	slices.SortStableFunc(open, func(a, b *answered) int { return cmp.Compare(len(b.Entries), len(a.Entries)) })
	return out, open, nil
}

// sound reports whether all texts of a reply have the form in which they were let in: what somebody put
// there by hand is not written into pages as it is.
func (x *reply) sound() bool {
	ok := true
	text := func(s string, most int) {
		ok = ok && len(s) <= 4*most && s == tidy(s) && !strings.Contains(s, "[[") && !proof.Lures(s)
	}
	for i := range x.Edits {
		e := &x.Edits[i]
		text(e.Article, titleMost)
		text(e.Lead.Text, leadMost)
		text(e.Description.Text, descriptionMost)
		for _, c := range e.Claims {
			text(c.Text, claimMost)
			text(c.Section, titleMost)
			ok = ok && c.Text != "" && len(c.On) > 0
		}
		for _, l := range e.Links {
			text(l.To, titleMost*4)
			text(l.Why.Text, whyMost)
		}
	}
	return ok
}

// read reads a file, and nothing where that is gone or damaged.
func (r *Replies) read(file string, v any) error {
	name := repliesDir + "/" + file
	data, err := r.Dir.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) || fsutil.IsTemp(file) {
		return nil
	}
	if err == nil {
		if bad := fsutil.DecodeState(data, name, repliesVersion, v); errors.As(bad, new(*fsutil.NewerStateError)) {
			return bad
		}
	}
	return err
}

func (r *Replies) write(name string, v any) error {
	if _, err := fsutil.WriteState(r.Dir, repliesDir+"/"+name+".json", repliesVersion, v); err != nil {
		return fmt.Errorf("keep a reply: %w", err)
	}
	return nil
}

// keep keeps a reply in the place of others on its entries.
func (r *Replies) keep(x *reply, instead []*reply) error {
	name := editName(x)
	if err := r.write(name, x); err != nil {
		return err
	}
	var old []string
	for _, o := range instead {
		if n := editName(o); n != name {
			old = append(old, n+".json")
		}
	}
	r.remove(old)
	return nil
}

func editName(x *reply) string {
	prefix := editPrefix
	if x.Owed {
		prefix = owedPrefix
	}
	return prefix + fsutil.Hash([]byte(strings.Join(x.Entries, "\n")))[:32]
}

// remove removes files. What is left of them harms nothing: it is found to be outdated, or aged out.
func (r *Replies) remove(names []string) {
	if len(names) > 0 {
		r.Dir.RemoveAllOf(repliesDir, names)
	}
}

func askedName(a *answered) string {
	return askedPrefix + fsutil.Hash([]byte(strings.Join(a.Entries, "\n") + "\n" + a.Try))[:32]
}
