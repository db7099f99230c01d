package redact

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// An engine holds everything that is the same for all Redactors.
type engine struct {
	words   *keywordSet
	targets [][]target // word index -> whom it calls
	rules   []*gitleaksRule
	global  *allowlist
}

// A target is a detector, or the index of a gitleaks rule.
type target struct {
	detect detector
	rule   int
}

// theEngine is built at first use, so that it does not slow down the start of the program.
var theEngine = sync.OnceValue(newEngine)

func newEngine() *engine {
	c := loadGitleaks()
	e := &engine{rules: c.Rules, global: c.Allow}
	index := map[string]int{}
	var words []string
	add := func(word string, t target) {
		word = strings.ToLower(word)
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
		for _, a := range d.anchors {
			add(a, target{detect: d.detect})
		}
	}
	for i, r := range c.Rules {
		for _, w := range r.Keywords {
			add(w, target{rule: i})
		}
	}
	e.words = newKeywordSet(words)
	return e
}

func detectors() []anchored {
	all := []anchored{
		{[]string{"-----begin", "-----end"}, findPEM},
		{[]string{"eyj"}, findJWT},
		{[]string{"akia", "asia", "abia", "acca", "a3t"}, findAWSKey},
		{[]string{"://"}, findURL},
		{[]string{"authorization"}, findAuthorization},
		{[]string{"bearer"}, findBearer},
		{[]string{"cookie"}, findCookie},
		{sessionNames, findSession},
		{[]string{":aa"}, findTelegram},
		{slices.Collect(maps.Keys(secretWordKinds())), findAssigned},
	}
	all = append(all, commandDetectors()...)
	return append(all, prefixDetectors()...)
}

// A region is a part of the text in which a gitleaks rule is tried.
type region struct{ rule, from, to int }

// secrets returns the secrets in s, unsorted and possibly overlapping.
func (e *engine) secrets(s string) []span {
	var out []span
	var regions []region
	last := map[int]int{} // rule -> its newest entry in regions
	e.words.scan(s, func(word, start, end int) {
		for _, t := range e.targets[word] {
			if t.detect != nil {
				out = t.detect(s, start, end, out)
				continue
			}
			r := e.rules[t.rule]
			if r.hopeless(s, end) {
				continue
			}
			from, to := r.window(s, start, end)
			if i, ok := last[t.rule]; ok && from <= regions[i].to {
				regions[i].to = max(regions[i].to, to)
				continue
			}
			last[t.rule] = len(regions)
			regions = append(regions, region{t.rule, from, to})
		}
	})
	for _, n := range regions {
		out = e.rules[n.rule].find(s, n.from, n.to, e.global, out)
	}
	return out
}
