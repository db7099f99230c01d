package editor

import (
	"testing"

	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/compiler/editor/pages"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A reply that another machine keeps counts for the entries of that machine, and of those that trust it.
func TestBelieves(t *testing.T) {
	e := daily.Dated{Said: daily.Speaker{Who: "ana", ID: "11111111", Trusts: "33333333"}}
	e.ID, e.Bullets = "aaaaaaaaaaaa", []daily.Bullet{{Kind: daily.Decision, Text: "We use git.", Block: "k123456"}}
	for machine, want := range map[string]bool{"": true, "11111111": true, "33333333": true, "22222222": false} {
		s := &session{Author: &Author{}, Pages: pages.New([]daily.Dated{e}), covered: map[string]*kept.Reply{}}
		s.adopt([]*kept.Reply{{Entries: []string{pages.Identity(&e)}, Machine: machine}})
		must.Equal(t, len(s.replies) == 1, want, "of %q", machine)
	}
}

// A question and its answer say together what was asked about, unless the answer is no.
func TestExchangeIsEvidence(t *testing.T) {
	for exchange, want := range map[string]bool{
		"How is a build made that sends events? `go build` with `-ldflags` sets the key at compile time": true,
		"Does the importer skip weekends? Yes, the feed has none then":                                   true,
		"Does the importer delete the old files? No, it moves them to `old/`":                            false,
		"Löscht der Import die alten Dateien? Nein, er verschiebt sie":                                   false,
		"Why does it stop at night": false,
	} {
		e := daily.Dated{}
		e.ID, e.Bullets = "aaaaaaaaaaaa", []daily.Bullet{{Kind: daily.Exchange, Text: exchange, Block: "k123456"}}
		p := pages.New([]daily.Dated{e})
		key := pages.KeyOf(pages.CiteOf(&e, e.Bullets[0]))
		got := p.Evidence([]string{key})[0].Answers
		must.Hold(t, got == want, "%q: %t", exchange, got)
	}
}
