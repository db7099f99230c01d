package extract

import (
	"embed"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// cues/LANG.txt is the lexicon of one language: sections named for a class, one phrase a line. A phrase is
// words as [prose.Words] folds them; "^" before it ties it to the start of a sentence, "*" after a word
// matches any ending. In Chinese and Japanese a phrase is a run of characters. A new language is a new file
// and its name in [prose.Langs].
//
//go:embed cues/*.txt
var cueFiles embed.FS

// A class is what a cue says about the sentence it stands in.
type class uint8

const (
	ack     class = iota // a word of a message that asks for nothing lasting: ok, go on, commit
	praise               // a pleasantry in front of what is said
	opener               // words before a statement that say nothing: I can see that
	narrate              // work in progress: let me check
	status               // how the work stands: all tests pass
	offer                // a question back: would you like me to
	found                // a cause, an explanation
	change               // what was done
	action               // what is left to do
	wish                 // what the person wants
	habit                // what the person always wants, or what always happens: never
	report               // the person reports a failure
	musing               // the person wonders
	deny                 // the person says that something is wrong
	order                // the person asks for one thing to be shown or done now
	task                 // how an order to change something begins
	request              // how a request begins
	vague                // a heading that says nothing of what stands below: summary
	next                 // a heading of things left to do
	trouble              // a heading of what is wrong: problems
	against              // a heading of what speaks against, or was not taken: downsides, rejected
	weak                 // begins a sentence that makes a poor title
	negate               // says that something is not so
	adopt                // the person settles something by proposing it: let's go with; … stands for what is named
	errand               // and only says how to take the next step: to find out, the main branch
	classes
)

var classNames = [classes]string{
	"ack", "praise", "opener", "narrate", "status", "offer", "found", "change",
	"action", "wish", "habit", "report", "musing", "deny", "order", "task", "request",
	"vague", "next", "trouble", "against", "weak", "negate",
	"adopt", "errand",
}

// A node of the trie of phrases: next by the exact word, stem by how the word begins.
type node struct {
	next map[string]*node
	stem []ending
	any  mask // classes of the phrases that end here
	head mask // the same for those tied to the start
}

type ending struct {
	prefix string
	node   *node
}

type mask uint64

func (m mask) has(c class) bool { return m&(1<<c) != 0 }

// String returns the names of the classes.
func (m mask) String() string {
	var out []string
	for c, name := range classNames {
		if m.has(class(c)) {
			out = append(out, name)
		}
	}
	return strings.Join(out, ",")
}

func (m mask) any(cs ...class) bool {
	for _, c := range cs {
		if m.has(c) {
			return true
		}
	}
	return false
}

// A lexicon holds the phrases of one language.
type lexicon struct {
	lang prose.Lang
	root *node          // languages with spaces
	runs map[rune][]cjk // Chinese, Japanese: by first character
	arms [][2][]string  // of the phrases that settle something: the words before and after what is named
}

type cjk struct {
	text string
	head bool
	in   class
}

// lexicons are read when the first text is summarised, to keep start-up fast.
var lexicons = sync.OnceValue(func() map[prose.Lang]*lexicon {
	out := make(map[prose.Lang]*lexicon)
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

func parseLexicon(lang prose.Lang, data string) (*lexicon, error) {
	x := &lexicon{lang: lang, root: &node{}, runs: make(map[rune][]cjk)}
	in := classes
	for n, line := range strings.Split(data, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			in = classes
			for c, name := range classNames {
				if line == "["+name+"]" {
					in = class(c)
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

func (x *lexicon) add(in class, phrase string) {
	text := strings.TrimPrefix(phrase, "^")
	head := text != phrase
	if x.solid() {
		r, _ := utf8.DecodeRuneInString(text)
		x.runs[r] = append(x.runs[r], cjk{text, head, in})
		return
	}
	if before, after, ok := strings.Cut(text, "…"); ok && in == adopt {
		x.arms = append(x.arms, [2][]string{strings.Fields(fold(before)), strings.Fields(fold(after))})
		return
	}
	at := x.root
	for _, w := range strings.Fields(text) {
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

// solid reports whether the language is written without spaces.
func (x *lexicon) solid() bool { return x.lang == prose.ZH || x.lang == prose.JA }

// match returns the classes whose cues occur in a sentence.
func (x *lexicon) match(s said) mask {
	if x.solid() {
		return x.matchSolid(s.text)
	}
	var m mask
	for i := range s.words {
		x.root.walk(s.words[i:], i == 0, func(n int, hit mask) { m |= hit })
	}
	return m
}

func (n *node) walk(words []string, head bool, f func(n int, hit mask)) {
	n.step(words, 0, head, f)
}

func (n *node) step(words []string, depth int, head bool, f func(int, mask)) {
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
		next.step(words, depth+1, head, f)
	}
	for _, s := range n.stem {
		if strings.HasPrefix(w, s.prefix) {
			s.node.step(words, depth+1, head, f)
		}
	}
}

func (x *lexicon) matchSolid(text string) mask {
	var m mask
	for i, r := range text {
		for _, p := range x.runs[r] {
			if (!p.head || i == 0) && !m.has(p.in) && strings.HasPrefix(text[i:], p.text) {
				m |= 1 << p.in
			}
		}
	}
	return m
}

// lead returns how many words (bytes, in a language without spaces) at the start of s a phrase of the class
// takes.
func (x *lexicon) lead(in class, s said) int {
	longest := 0
	if x.solid() {
		r, _ := utf8.DecodeRuneInString(s.text)
		for _, p := range x.runs[r] {
			if p.in == in && len(p.text) > longest && strings.HasPrefix(s.text, p.text) {
				longest = len(p.text)
			}
		}
		return longest
	}
	x.root.walk(s.words, true, func(n int, hit mask) {
		if hit.has(in) {
			longest = max(longest, n)
		}
	})
	return longest
}

// whole reports whether one phrase of the class is all that s says.
func (x *lexicon) whole(in class, s said) bool {
	n := x.lead(in, s)
	if x.solid() {
		return strings.TrimRight(s.text[n:], " :：。") == ""
	}
	return n == len(s.words)
}
