package redact

import (
	"sync"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/assign"
	"github.com/agent-admin/memoria/flush/redact/span"
	"github.com/agent-admin/memoria/flush/redact/token"
)

// An engine holds everything that is the same for all Redactors.
type engine struct {
	words   *ascii.Keywords
	targets [][]span.Detector // word index -> whom it calls
}

// theEngine is built at first use, so that it does not slow down the start of the program.
var theEngine = sync.OnceValue(newEngine)

func newEngine() *engine {
	e := &engine{}
	index := map[string]int{}
	var words []string
	for _, d := range detectors() {
		for _, word := range d.Anchors {
			word = ascii.Lowered(word) // the others are found as they are written
			i, ok := index[word]
			if !ok {
				i = len(words)
				index[word], words, e.targets = i, append(words, word), append(e.targets, nil)
			}
			e.targets[i] = append(e.targets[i], d.Detect)
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
		{Anchors: []string{"auth", "authentication", "credential", "credentials", "login"}, Detect: findPair},
		{Anchors: []string{"chpasswd", "--stdin", "sudo -s", "password-stdin", "with-token", "secret put", "kinit"}, Detect: findPiped},
		{Anchors: []string{"://"}, Detect: findURL},
		{Anchors: []string{"hook"}, Detect: findHook},
		assign.Detector(),
	}
	all = append(append(all, assign.Told()...), commandDetectors()...)
	return append(all, token.Detectors()...)
}

// secrets returns the secrets in s, unsorted and possibly overlapping.
func (e *engine) secrets(s string) (out []span.Span) {
	e.words.Scan(s, func(word, start, end int) {
		for _, detect := range e.targets[word] {
			out = detect(s, start, end, out)
		}
	})
	return out
}
