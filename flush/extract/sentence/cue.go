// Package sentence reads one sentence: its words, the cues it holds in eight languages, whether it asks, decides, wishes
// for good or only for the moment.
package sentence

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/wiki/prose"
)

// cues/LANG.txt is the lexicon of one language: sections named for a class, one phrase a line. A phrase is
// words as [prose.Words] folds them; "^" before it ties it to the start of a sentence, "*" after a word
// matches any ending. In Chinese and Japanese each character is a word. A new language is a new file
// and its name in [prose.Langs].
//
//go:embed cues/*.txt
var cueFiles embed.FS

// A Class is what a cue says about the sentence it stands in.
type Class uint8

const (
	Ack     Class = iota // a word of a message that asks for nothing lasting: ok, go on, commit
	praise               // a pleasantry in front of what is said
	opener               // words before a statement that say nothing: I can see that
	Narrate              // work in progress: let me check
	Found                // a cause, an explanation
	Change               // what was done
	Action               // what is left to do
	Wish                 // what the person wants
	Habit                // what the person always wants, or what always happens: never
	Report               // the person reports a failure
	Musing               // the person wonders, or asks to be told
	Deny                 // the person says that something is wrong
	Request              // how a request begins
	Next                 // a heading of things left to do
	Against              // a heading of what speaks against, or was not taken: downsides, rejected
	Negate               // says that something is not so
	Adopt                // the person settles something by proposing it: let's go with; … stands for what is named
	errand               // and only says how to take the next step: to find out, the main branch
	classes
)

var ClassNames = [classes]string{
	"ack", "praise", "opener", "narrate", "found", "change",
	"action", "wish", "habit", "report", "musing", "deny", "request",
	"next", "against", "negate",
	"adopt", "errand",
}

// A node of the trie of phrases: next by the exact word, stem by how the word begins.
type node struct {
	next map[string]*node
	stem []ending
	any  Mask // classes of the phrases that end here
	head Mask // the same for those tied to the start
}

type ending struct {
	prefix string
	node   *node
}

type Mask uint64

func (m Mask) Has(c Class) bool { return m&(1<<c) != 0 }

func (m Mask) Any(cs ...Class) bool {
	return slices.ContainsFunc(cs, m.Has)
}

// A Lexicon holds the phrases of one language.
type Lexicon struct {
	Lang prose.Lang
	root *node
	arms [][2][]string // of the phrases that settle something: the words before and after what is named
}

// Lexicons are read when the first text is summarised, to keep start-up fast.
var Lexicons = sync.OnceValue(func() map[prose.Lang]*Lexicon {
	out := make(map[prose.Lang]*Lexicon)
	for _, l := range prose.Langs {
		data, err := cueFiles.ReadFile("cues/" + string(l) + ".txt")
		if err != nil {
			panic(err) // embedded with the program
		}
		lex, err := parseLexicon(l, string(data))
		if err != nil {
			panic(err)
		}
		out[l] = lex
	}
	return out
})

func parseLexicon(lang prose.Lang, data string) (*Lexicon, error) {
	x := &Lexicon{Lang: lang, root: &node{}}
	in := classes
	for n, line := range strings.Split(data, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			in = classes
			for c, name := range ClassNames {
				if line == "["+name+"]" {
					in = Class(c)
				}
			}
			if in == classes {
				return nil, fmt.Errorf("cues %s line %d: class %q is unknown", lang, n+1, line)
			}
		case in == classes:
			return nil, fmt.Errorf("cues %s line %d: %q stands under no class", lang, n+1, line)
		default:
			x.add(in, line)
		}
	}
	return x, nil
}

func (x *Lexicon) add(in Class, phrase string) {
	text := strings.TrimPrefix(phrase, "^")
	head := text != phrase
	if before, after, ok := strings.Cut(text, "…"); ok && in == Adopt {
		x.arms = append(x.arms, [2][]string{strings.Fields(fold(before)), strings.Fields(fold(after))})
		return
	}
	words := strings.Fields(text)
	if x.Solid() {
		words = Hear(text).Words
	}
	at := x.root
	for _, w := range words {
		at = at.child(fold(w))
	}
	if head {
		at.head |= 1 << in
	} else {
		at.any |= 1 << in
	}
}

func (n *node) child(w string) *node {
	if p := strings.TrimSuffix(w, "*"); p != w {
		for _, s := range n.stem {
			if s.prefix == p {
				return s.node
			}
		}
		n.stem = append(n.stem, ending{p, &node{}})
		return n.stem[len(n.stem)-1].node
	}
	if n.next == nil {
		n.next = make(map[string]*node)
	}
	if n.next[w] == nil {
		n.next[w] = &node{}
	}
	return n.next[w]
}

// Solid reports whether the language is written without spaces.
func (x *Lexicon) Solid() bool { return x.Lang == prose.ZH || x.Lang == prose.JA }

// Match returns the classes whose cues occur in a sentence.
func (x *Lexicon) Match(s Said) Mask {
	var m Mask
	for i := range s.Words {
		x.root.walk(s.Words[i:], 0, i == 0, func(n int, hit Mask) { m |= hit })
	}
	return m
}

// walk calls f with the length and the classes of each phrase that words begin with, behind so many of them; head says
// that they stand at the start of a sentence.
func (n *node) walk(words []string, depth int, head bool, f func(int, Mask)) {
	if hit := n.any; hit != 0 || head && n.head != 0 {
		if head {
			hit |= n.head
		}
		f(depth, hit)
	}
	if depth == len(words) {
		return
	}
	w := words[depth]
	if next := n.next[w]; next != nil {
		next.walk(words, depth+1, head, f)
	}
	for _, s := range n.stem {
		if strings.HasPrefix(w, s.prefix) {
			s.node.walk(words, depth+1, head, f)
		}
	}
}

// Lead returns how many words at the start of s a phrase of the class takes.
func (x *Lexicon) Lead(in Class, s Said) int {
	longest := 0
	x.root.walk(s.Words, 0, true, func(n int, hit Mask) {
		if hit.Has(in) {
			longest = max(longest, n)
		}
	})
	return longest
}
