package redact

import (
	"strings"
	"sync"
)

// engine is everything that is the same for all Redactors.
type engine struct {
	words   *keywordSet
	targets [][]target // word index -> whom it calls
	rules   []*gitleaksRule
	global  *allowlist
}

// A target is a detector, or a gitleaks rule by its index.
type target struct {
	detect detector
	rule   int
}

// theEngine is built at first use: the start of the program does not pay for it.
var theEngine = sync.OnceValue(newEngine)

func newEngine() *engine {
	c := loadGitleaks()
	e := &engine{rules: c.Rules, global: c.Allowlist}
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
		{secretWords(), findAssigned},
	}
	all = append(all, commandDetectors()...)
	return append(all, prefixDetectors()...)
}

// A near is a stretch in which a gitleaks rule is to be tried.
type near struct{ rule, from, to int }

// scratch is what one look at a text needs; looks are many and short.
type scratch struct {
	last  []int // rule -> its newest entry in nears, or -1
	nears []near
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// secrets returns the secrets in s, unsorted, overlapping ones included.
func (e *engine) secrets(s string) []span {
	sc := scratches.Get().(*scratch)
	defer scratches.Put(sc)
	sc.reset(len(e.rules))
	var out []span
	e.words.scan(s, func(word, start, end int) {
		for _, t := range e.targets[word] {
			if t.detect != nil {
				out = t.detect(s, start, end, out)
				continue
			}
			if r := e.rules[t.rule]; !r.hopeless(s, end) {
				from, to := r.window(s, start, end)
				sc.add(t.rule, from, to)
			}
		}
	})
	for _, n := range sc.nears {
		out = e.rules[n.rule].find(s, n.from, n.to, e.global, out)
	}
	return out
}

func (sc *scratch) reset(rules int) {
	sc.nears = sc.nears[:0]
	if len(sc.last) != rules {
		sc.last = make([]int, rules)
	}
	for i := range sc.last {
		sc.last[i] = -1
	}
}

// add notes a stretch, joined with the rule's last one where they overlap.
func (sc *scratch) add(rule, from, to int) {
	if i := sc.last[rule]; i >= 0 && from <= sc.nears[i].to {
		sc.nears[i].to = max(sc.nears[i].to, to)
		return
	}
	sc.last[rule] = len(sc.nears)
	sc.nears = append(sc.nears, near{rule, from, to})
}
