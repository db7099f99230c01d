package redact

import (
	"sync"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/assign"
	"github.com/agent-admin/memoria/flush/redact/gitleaks"
	"github.com/agent-admin/memoria/flush/redact/span"
	"github.com/agent-admin/memoria/flush/redact/token"
)

// An engine holds everything that is the same for all Redactors.
type engine struct {
	words   *ascii.Keywords
	targets [][]target // word index -> whom it calls
	rules   []*gitleaks.Rule
}

// A target is a detector, or the index of a gitleaks rule.
type target struct {
	detect span.Detector
	rule   int
}

// theEngine is built at first use, so that it does not slow down the start of the program.
var theEngine = sync.OnceValue(newEngine)

func newEngine() *engine {
	e := &engine{rules: gitleaks.Load()}
	index := map[string]int{}
	var words []string
	add := func(word string, t target) {
		word = ascii.Lowered(word) // the others are found as they are written
		i, ok := index[word]
		if !ok {
			i = len(words)
			index[word] = i
			words = append(words, word)
			e.targets = append(e.targets, nil)
		}
		e.targets[i] = append(e.targets[i], t)
	}
	for _, d := range detectors() {
		for _, a := range d.Anchors {
			add(a, target{detect: d.Detect})
		}
	}
	for i, r := range e.rules {
		for _, w := range r.Keywords {
			add(w, target{rule: i})
		}
	}
	e.words = ascii.NewKeywords(words)
	return e
}

func detectors() []span.Anchored {
	all := []span.Anchored{
		{Anchors: []string{"authorization"}, Detect: findAuthorization},
		{Anchors: []string{"bearer"}, Detect: findBearer},
		{Anchors: []string{"cookie"}, Detect: findCookie},
		{Anchors: sessionNames, Detect: findSession},
		{Anchors: []string{"auth"}, Detect: findAuth},
		{Anchors: []string{"auth", "authentication", "credential", "credentials", "login", "connect"}, Detect: findPair},
		{Anchors: []string{"chpasswd", "--stdin", "sudo -s", "password-stdin", "with-token", "secret put", "kinit"}, Detect: findPiped},
		{Anchors: []string{"://"}, Detect: findURL},
		{Anchors: []string{"hook"}, Detect: findHook},
		assign.Detector(),
	}
	all = append(all, commandDetectors()...)
	return append(all, token.Detectors()...)
}

// A region is a part of the text in which a gitleaks rule is tried.
type region struct{ rule, from, to int }

// secrets returns the secrets in s, unsorted and possibly overlapping.
func (e *engine) secrets(s string) []span.Span {
	var out []span.Span
	var regions []region
	last := map[int]int{} // rule -> its newest entry in regions
	e.words.Scan(s, func(word, start, end int) {
		for _, t := range e.targets[word] {
			if t.detect != nil {
				out = t.detect(s, start, end, out)
				continue
			}
			r := e.rules[t.rule]
			if r.Hopeless(s, end) {
				continue
			}
			from, to := r.Window(s, start, end)
			if i, ok := last[t.rule]; ok && from <= regions[i].to {
				regions[i].to = max(regions[i].to, to)
				continue
			}
			last[t.rule] = len(regions)
			regions = append(regions, region{t.rule, from, to})
		}
	})
	for _, n := range regions {
		out = e.rules[n.rule].Find(s, n.from, n.to, out)
	}
	return out
}
