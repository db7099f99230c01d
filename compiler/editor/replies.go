package editor

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

const owedPrefix = ask.Edits + "owed-" // of pending entries

// A reply is the accepted part of the answers about a batch.
type reply struct {
	Recipe  string   `json:"recipe"` // of the questions: the rules, the form, the model
	By      string   `json:"by"`
	Entries []string `json:"entries"`
	Days    []string `json:"days,omitempty"` // of the entries
	Edits   []edit   `json:"edits,omitempty"`
	Left    []string `json:"left,omitempty"`   // what was left out, and why
	Failed  string   `json:"failed,omitempty"` // why no answer was usable
	Owed    bool     `json:"owed,omitempty"`   // pending: the next run asks

	last int         // of its entries, in the order of the session's
	kind ask.Outcome // of the failure, "form" for a bad answer
}

// An edit is the change of one article.
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

// A claim is a point of an article. It replaces the points that rest only on its lines, and ends those that rest on
// lines that no longer hold.
type claim struct {
	text
	Section string   `json:"section,omitempty"` // of the details
	Over    []string `json:"over,omitempty"`
}

type link struct {
	To  string `json:"to"` // title
	Why text   `json:"why"`
}

// An answered is an answer as it came, with what is needed to parse it.
type answered struct {
	Entries []string            `json:"entries"`
	Try     string              `json:"try"` // number of the try on these entries, model and rules
	Answer  ask.Answer          `json:"answer"`
	Mark    string              `json:"mark"`
	Refs    map[string][]string `json:"refs"`
}

// load reads all replies, and all answers without a kept reply.
func load(r *ask.Replies) (out []*reply, open []*answered, err error) {
	edits, err := ask.Records[reply](r, ask.Edits)
	if err != nil {
		return nil, nil, err
	}
	for i := range edits {
		if x := &edits[i].Value; len(x.Entries) > 0 && x.sound() {
			out = append(out, x)
		}
	}
	unread, err := ask.Records[answered](r, ask.Unread)
	for i := range unread {
		if a := &unread[i].Value; len(a.Entries) > 0 && a.Answer.Text != "" {
			open = append(open, a)
		}
	}
	// If two replies share an entry, the one with more entries goes first.
	slices.SortStableFunc(out, func(a, b *reply) int { return cmp.Compare(len(b.Entries), len(a.Entries)) })
	slices.SortStableFunc(open, func(a, b *answered) int { return cmp.Compare(len(b.Entries), len(a.Entries)) })
	return out, open, err
}

// sound reports whether all texts of a reply have the form in which they were accepted, so that text edited in the
// file by hand does not reach pages unchecked.
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

// keep stores a reply in place of others about its entries.
func keep(r *ask.Replies, x *reply, instead []*reply) error {
	if err := r.Keep(editName(x), x); err != nil {
		return err
	}
	var old []string
	for _, o := range instead {
		if n := editName(o); n != editName(x) {
			old = append(old, n)
		}
	}
	r.Drop(old)
	return nil
}

func editName(x *reply) string {
	prefix := ask.Edits
	if x.Owed {
		prefix = owedPrefix
	}
	return prefix + fsutil.Hash([]byte(strings.Join(x.Entries, "\n")))[:32] + ".json"
}

func askedName(a *answered) string {
	return ask.Unread + fsutil.Hash([]byte(strings.Join(a.Entries, "\n") + "\n" + a.Try))[:32] + ".json"
}
