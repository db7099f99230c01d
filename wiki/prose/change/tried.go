package change

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/prose"
)

// tried reports whether a line tells of what was tried and dropped, and does not go on to say what holds instead.
func tried(toks []tok) bool {
	begins := true // a sentence begins here, but for who speaks
	for i := range toks {
		t := &toks[i]
		switch {
		case begins && (t.has(we) || t.has(filler) && !t.has(state)):
			continue
		case t.has(failed) && (!strings.HasPrefix(t.word, "did") || strings.HasSuffix(toks[0].word, "ing")),
			begins && t.has(ended) && drops(toks, i),
			t.has(attempt) && (begins && drops(toks, i) || !english[t.word]) && fell(toks[i+1:]):
			return !keeps(toks[i+1:]) && !(t.has(ended) && begins && taken(toks[i+1:]))
		}
		begins = t.ends()
	}
	return false
}

// taken reports whether a line goes on to say, in a clause of its own, how it is instead: "decided against the MSI, the
// installer ships as an EXE".
func taken(toks []tok) bool {
	for i := range toks {
		if !toks[i].sign || toks[i].has(reason) || i+1 == len(toks) || toks[i+1].has(pron|but|reason) {
			continue
		}
		rest := toks[i+1:]
		if end := slices.IndexFunc(rest, func(t tok) bool { return t.sign }); end >= 0 {
			rest = rest[:end]
		}
		says, holds := 0, false
		for k := range rest {
			if rest[k].has(not | gone | lack | ended | failed | attempt | was | more | hedge | guard) {
				return false
			}
			says, holds = says+prose.Bit(rest[k].content()), holds || rest[k].has(place|into|state)
		}
		if says > 1 && holds {
			return true
		}
	}
	return false
}

// english are the verbs of an attempt that only tell of one where a sentence begins.
var english = map[string]bool{"tried": true, "experimented": true, "attempted": true, "considered": true, "evaluated": true, "looked": true}

// drops reports whether the word at i says that something was dropped, and is no adjective: "rejected uploads".
func drops(toks []tok, i int) bool {
	if w := toks[i].word; w != "rejected" && w != "abandoned" && w != "discarded" && w != "reverted" && w != "given" && w != "attempted" || i+1 == len(toks) {
		return true
	}
	next := &toks[i+1]
	return next.sign || next.name || next.word == ":" || slices.Contains(articles, next.word)
}

var articles = strings.Fields("a an the this that our it using all both on to")

// fell reports whether what follows an attempt says that it came to nothing.
func fell(toks []tok) bool {
	turned := false // behind a sign or a "but"
	for i := range toks {
		t := &toks[i]
		if t.has(but) || turned && t.has(not|lack|gone) {
			return true
		}
		turned = turned || t.sign
	}
	return turned && slices.ContainsFunc(toks, func(t tok) bool { return strings.HasSuffix(t.word, "ed") && !t.content() })
}

// keeps reports whether a line goes on to say what works or is to be done, after what was tried.
func keeps(toks []tok) bool {
	further, denied := false, false
	for i := range toks {
		t := &toks[i]
		further = further || t.ends() && (i > 0 || t.word != ":")
		denied = !t.sign && (denied || t.has(not|gone))
		if t.has(now) || t.has(works) && !denied || further && (t.has(must) || t.word == "use") {
			return true
		}
	}
	return false
}
