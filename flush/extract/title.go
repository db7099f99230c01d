package extract

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/prose"
)

// widest is how many characters a title may have.
const widest = 70

// title returns a name for a stretch: the client's own title when it speaks of this stretch, else the heading of the first
// request, else the first that the person said and that names something, else what was kept first. It is plain text.
func (r *reader) title(titles []string, bullets []daily.Bullet) string {
	t := r.given(titles)
	for i := 0; i < 2*len(r.units) && t == ""; i++ {
		u := &r.units[i%len(r.units)]
		if heads := i < len(r.units); u.voice == person && !u.place.gone && !u.place.goesOn && (!heads || u.place.heads && u.place.first) && r.turns[u.turn].Role != transcript.Choice {
			t = nameOf(u.lex, u.text)
		}
	}
	if t == "" && len(bullets) > 0 {
		t = strings.TrimRight(prose.Shorten(sentence.Upper(bullets[0].Text), widest), ".。")
	}
	return strings.TrimSpace(strings.ReplaceAll(t, "`", ""))
}

// nameOf makes a title of the first sentence of a request, without its opening; "" if it names nothing.
func nameOf(x *sentence.Lexicon, text string) string {
	var words []string
	for _, s := range prose.Sentences(text) {
		if text = x.AfterRequest(x.Unpraise(numbering().ReplaceAllString(s, ""))); text != "" {
			break
		}
	}
	for i, r := range text { // "the import breaks, can you look into it?"
		if strings.ContainsRune(",，、;", r) && i >= few/4 && x.Lead(sentence.Request, sentence.Hear(strings.TrimLeft(text[i+utf8.RuneLen(r):], " ¿"))) > 0 {
			text = text[:i]
			break
		}
	}
	for _, w := range strings.Fields(text) {
		switch bare := strings.Trim(w, "(),.;\"'"); {
		case strings.Contains(bare, "://"):
			continue
		case strings.Count(bare, "/") > 2 && (bare[0] == '/' || bare[0] == '~'):
			w = bare[strings.LastIndexByte(strings.TrimRight(bare, "/"), '/')+1:]
		}
		words = append(words, strings.TrimPrefix(w, "@"))
	}
	s := strings.Trim(strings.Join(words, " "), " -–—:,;.!?。！？、，…()（）")
	if s == "" || len(terms(s)) < 2 || strings.Contains(s, "<") || sentence.Withheld().MatchString(s) {
		return ""
	}
	return prose.Shorten(sentence.Upper(s), widest)
}

// given returns the client's title whose words this stretch uses most, if it uses most of them, the last of
// equals. It returns "" when the client's titles speak of something else, as those of a long session do in
// most of its stretches.
func (r *reader) given(titles []string) string {
	if len(titles) == 0 {
		return ""
	}
	said := make(map[string]bool)
	for i := range r.units {
		for _, w := range terms(r.units[i].text) {
			said[prose.Stem(w)] = true
		}
	}
	best, score := "", 0.6
	for _, t := range titles {
		t = prose.Inline(t)
		if !strings.Contains(t, " ") && strings.ToLower(t) == t { // a slug
			t = sentence.Upper(strings.ReplaceAll(t, "-", " "))
		}
		t = strings.TrimRight(t, " .。!")
		if n := utf8.RuneCountInString(t); n < 4 || n > widest || strings.ContainsAny(t, "<>") {
			continue
		}
		words := terms(t)
		hit := len(slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !said[prose.Stem(w)] }))
		if share := float64(hit) / float64(max(1, len(words))); share >= score {
			best, score = t, share
		}
	}
	return best
}
