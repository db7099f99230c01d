// Package kept stores what was accepted of the answers of an editor, and sums it up.
package kept

import (
	"cmp"
	"strings"

	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// OwedPrefix begins the names of pending entries.
const OwedPrefix = ask.Owed

// Limits of texts in characters.
const (
	ClaimMost       = 420
	LeadMost        = 900
	DescriptionMost = 200
	TitleMost       = 70
	WhyMost         = 160
)

// A Reply is the accepted part of the answers about a batch.
type Reply struct {
	Recipe  string   `json:"recipe"` // of the questions: the rules, the form, the model
	By      string   `json:"by"`
	Entries []string `json:"entries"`
	Days    []string `json:"days,omitempty"` // of the entries
	Edits   []Edit   `json:"edits,omitempty"`
	Left    []string `json:"left,omitempty"`   // what was left out, and why
	Failed  string   `json:"failed,omitempty"` // why no answer was usable
	Owed    bool     `json:"owed,omitempty"`   // pending: the next run asks

	Machine string      `json:"-"` // the id of the one that keeps it, "" for this one
	Last    int         `json:"-"` // of its entries, in the order of the session's
	Kind    ask.Outcome `json:"-"` // of the failure, "form" for a bad answer
}

// An Edit is the change of one article.
type Edit struct {
	Article     string  `json:"article"` // title
	New         bool    `json:"new,omitempty"`
	Lead        Words   `json:"lead,omitzero"`
	Description Words   `json:"description,omitzero"`
	Claims      []Claim `json:"claims,omitempty"`
	Links       []Link  `json:"links,omitempty"`

	Drops  [][]string `json:"drops,omitempty"`  // points that go, by their lines, which stand elsewhere
	Rename string     `json:"rename,omitempty"` // the new title
	Merge  string     `json:"merge,omitempty"`  // the title of the article that this one becomes a part of
	Remove bool       `json:"remove,omitempty"` // all of it stands elsewhere
}

// Empty reports whether an edit changes nothing.
func (e *Edit) Empty() bool {
	return len(e.Claims) == 0 && len(e.Links) == 0 && e.Lead.Text == "" && e.Description.Text == "" && len(e.Drops) == 0 && e.Rename == "" && e.Merge == "" && !e.Remove
}

// Words rest on lines of logs, named by their keys.
type Words struct {
	Text string   `json:"text"`
	On   []string `json:"on"`
}

// A Claim is a point of an article. It replaces the points that rest only on its lines, and ends those that rest on
// lines that no longer hold.
type Claim struct {
	Words
	Section string   `json:"section,omitempty"` // of the details
	Part    bool     `json:"part,omitempty"`    // of a point of which another part is over
	Over    []string `json:"over,omitempty"`
}

type Link struct {
	To  string `json:"to"` // title
	Why Words  `json:"why"`
}

// An Answered is an answer as it came, with what is needed to parse it.
type Answered struct {
	Entries []string            `json:"entries"`
	Try     string              `json:"try"` // number of the try on these entries, model and rules
	Answer  ask.Answer          `json:"answer"`
	Mark    string              `json:"mark"`
	Refs    map[string][]string `json:"refs"`
}

// Load reads all replies, and all answers without a kept reply.
func Load(r *ask.Replies) (out []*Reply, open []*Answered, err error) {
	edits, err := ask.Records[Reply](r, ask.Edits)
	if err != nil {
		return nil, nil, err
	}
	for i := range edits {
		if x := &edits[i].Value; len(x.Entries) > 0 && x.sound() {
			if id := ask.MachineOf(edits[i].Name); r.Shared && id != r.Machine {
				x.Machine = id
			}
			out = append(out, x)
		}
	}
	unread, err := ask.Records[Answered](r, ask.Unread)
	for i := range unread {
		if a := &unread[i].Value; len(a.Entries) > 0 && a.Answer.Text != "" {
			open = append(open, a)
		}
	}
	// If two replies share an entry, the one with more entries goes first, and of two machines one that has an answer.
	sorting.Stable(out, func(a, b *Reply) int {
		return cmp.Or(cmp.Compare(len(b.Entries), len(a.Entries)), cmp.Compare(len(a.Failed), len(b.Failed)))
	})
	sorting.Stable(open, func(a, b *Answered) int { return cmp.Compare(len(b.Entries), len(a.Entries)) })
	return out, open, err
}

// sound reports whether all texts of a reply have the form in which they were accepted, so that text edited in the
// file by hand does not reach pages unchecked.
func (x *Reply) sound() bool {
	ok := true
	text := func(s string, most int) {
		ok = ok && len(s) <= 4*most && s == Tidy(s) && !strings.Contains(s, "[[") && !proof.Lures(s)
	}
	for i := range x.Edits {
		e := &x.Edits[i]
		text(e.Article, TitleMost)
		text(e.Rename, TitleMost)
		text(e.Merge, TitleMost)
		text(e.Lead.Text, LeadMost)
		text(e.Description.Text, DescriptionMost)
		for _, c := range e.Claims {
			text(c.Text, ClaimMost)
			text(c.Section, TitleMost)
			ok = ok && c.Text != "" && len(c.On) > 0
		}
		for _, l := range e.Links {
			text(l.To, TitleMost*4)
			text(l.Why.Text, WhyMost)
		}
	}
	return ok
}

// Keep stores a reply in place of others about its entries.
func Keep(r *ask.Replies, x *Reply, instead []*Reply) error {
	if err := r.Keep(Name(x), x); err != nil {
		return err
	}
	var old []string
	for _, o := range instead {
		if n := Name(o); n != Name(x) {
			old = append(old, n)
		}
	}
	r.Drop(old)
	return nil
}

// Name returns the file of a reply.
func Name(x *Reply) string {
	prefix := ask.Edits
	if x.Owed {
		prefix = OwedPrefix
	}
	return prefix + fsutil.Hash([]byte(strings.Join(x.Entries, "\n")))[:32] + ".json"
}

// Asked returns the file of an answer.
func Asked(a *Answered) string {
	return ask.Unread + fsutil.Hash([]byte(strings.Join(a.Entries, "\n") + "\n" + a.Try))[:32] + ".json"
}

// Tidy returns a text as an article stores it.
func Tidy(s string) string { return markdown.Oneline(proof.Visible(s)) }
