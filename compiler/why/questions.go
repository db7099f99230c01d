package why

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/holds"
	"github.com/agent-admin/memoria/wiki/holds/list"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// The kinds of target. An answer without a Kind says that the target is of another kind.

// line explains a line of a log.
func (e *Explainer) line(name string) (out Explanation, _ error) {
	day, block, ok := strings.Cut(name, "^")
	day = dayName(strings.TrimSuffix(day, "#"))
	if !ok || block == "" {
		return out, nil
	}
	for _, d := range e.entries {
		for i, b := range d.Bullets {
			if strings.EqualFold(list.ID(&d, b), block) && (day == "" || d.Date.Is(day)) {
				out.Kind, out.Title = "line", d.Title
				out.Claims = append(out.Claims, e.lines(d)[i])
			}
		}
	}
	return out, nil
}

// block explains a line of a log by its block id without the caret.
func (e *Explainer) block(name string) (Explanation, error) {
	if strings.ContainsAny(name, "^#") {
		return Explanation{}, nil
	}
	return e.line("^" + name)
}

// dayName returns the day that a link to a log names.
func dayName(target string) string {
	return strings.TrimSuffix(target[strings.LastIndexByte(target, '/')+1:], ".md")
}

// day explains a day, or a section of it.
func (e *Explainer) day(name string) (out Explanation, _ error) {
	name, section, _ := strings.Cut(name, "#")
	date, err := daily.ParseDate(dayName(name))
	if err != nil {
		return out, nil
	}
	var of []daily.Dated
	for _, d := range e.entries {
		if date.Has(d.Date) && (section == "" || wiki.Fold(section) == wiki.Fold(d.Heading)) {
			of = append(of, d)
		}
	}
	holds.Sort(of)
	for _, d := range of {
		out.Claims = append(out.Claims, e.lines(d)...)
		if out.Path == "" {
			out.Kind, out.Path, out.Title = "day", e.logPath(d.Date), date.String()
		}
	}
	return out, nil
}

// article explains an article.
func (e *Explainer) article(name string) (Explanation, error) {
	p, err := e.wiki.Resolve(name)
	if errors.As(err, new(*wiki.AmbiguousError)) {
		return Explanation{}, err
	}
	if err != nil || p.Kind != wiki.ArticlePage {
		return Explanation{}, nil
	}
	rec := e.state.Pages[p.Path]
	by, _, _ := strings.Cut(rec.By, "+") // the rest is the compiler's format
	return Explanation{Kind: "article", Path: p.Path, Title: p.Title(), Claims: e.claims(p), By: by, Edited: rec.Edited}, nil
}

// entry explains an entry by its id or an unambiguous prefix.
func (e *Explainer) entry(name string) (out Explanation, _ error) {
	found := 0
	for _, d := range e.entries {
		if len(name) >= LeastID && strings.HasPrefix(d.ID, strings.ToLower(name)) {
			out = Explanation{Kind: "entry", Path: e.logPath(d.Date), Title: d.Title, Claims: e.lines(d)}
			found++
		}
	}
	if found != 1 {
		return Explanation{}, nil
	}
	return out, nil
}

// session explains what a session left in the logs, by its id or an unambiguous prefix.
func (e *Explainer) session(name string) (Explanation, error) {
	var all []Session
	for _, d := range e.entries {
		if d.Session != "" {
			all = append(all, Session{d.Agent, d.Session})
		}
	}
	is, err := FindSession(name, all)
	if is.ID == "" || err != nil {
		return Explanation{}, err
	}
	out := Explanation{Kind: "session", Title: is.ID, Claims: []Claim{}}
	for _, d := range e.entries {
		if d.Agent != is.Agent || d.Session != is.ID {
			continue
		}
		out.Entries = append(out.Entries, SessionEntry{d.ID, e.logPath(d.Date), d.At, d.Title, len(d.Bullets)})
		out.Claims = append(out.Claims, e.lines(d)...)
	}
	return out, nil
}

// words explains the claims of articles that contain the target's words, up to a limit.
func (e *Explainer) words(name string) (out Explanation, _ error) {
	for _, p := range e.wiki.Articles() {
		for _, c := range e.claims(p) {
			out.take(c, Plain(name))
		}
	}
	return out.found("words", name), nil
}

// logged explains the lines of logs that contain the target's words. It is used if no article has them.
func (e *Explainer) logged(name string) (out Explanation, _ error) {
	for _, d := range e.entries {
		for _, c := range e.lines(d) {
			c.Uncompiled = e.state.Days[d.Date].Entries[d.ID].Hash != d.Hash
			out.take(c, Plain(name))
		}
	}
	return out.found("log", name), nil
}

// found sets the kind and title of an explanation that has claims.
func (x Explanation) found(kind, title string) Explanation {
	if len(x.Claims) > 0 {
		x.Kind, x.Title = kind, title
	}
	return x
}

// take adds a claim if it contains the wanted words, up to a limit.
func (x *Explanation) take(c Claim, want string) {
	const least, most = 2, 20
	switch {
	case len(want) < least || !says(Plain(c.Text), want):
	case len(x.Claims) < most:
		x.Claims = append(x.Claims, c)
	default:
		x.More++
	}
}

// says reports whether words occur in a text; words of fewer than four letters must be whole words.
func says(text, words string) bool {
	const part = 4
	if utf8.RuneCountInString(words) >= part {
		return strings.Contains(text, words)
	}
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	for at := 0; ; {
		i := strings.Index(text[at:], words)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(text[:at+i])
		at += i + len(words)
		after, _ := utf8.DecodeRuneInString(text[at:])
		if !letter(before) && !letter(after) || spaceless(words) {
			return true
		}
	}
}

// spaceless reports whether words are in a script without spaces between words.
func spaceless(words string) bool {
	return strings.IndexFunc(words, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) }) >= 0
}

// Plain returns the visible text of a line, in one letter case.
func Plain(s string) string {
	return strings.ToLower(wikilink.Plain(s))
}
