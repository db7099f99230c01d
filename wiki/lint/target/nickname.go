package target

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki"
)

// Names that neither memoria nor Obsidian resolves to a page, but the tool that wrote the page does: an id in its
// properties, aliases separated by commas or in another letter case, properties in the text as Logseq
// writes them, the first heading.

// A nickname is the page that such a name means.
type nickname struct {
	of  *wiki.Page
	odd string // what to report about a link by that name; "" reports nothing
}

// nicknamed returns the nicknames of all pages, by their folded form.
func (r *Reader) nicknamed() map[string]nickname {
	m := map[string]nickname{}
	add := func(name string, n nickname) {
		if key := wiki.Fold(name); m[key].of == nil || n.odd == "" {
			m[key] = n
		}
	}
	for _, p := range r.Wiki.Pages() {
		if p.Article == nil {
			if ext := path.Ext(p.Name); ext != "" && !p.Linked() {
				add(strings.TrimSuffix(p.Name, ext), nickname{p, "names " + p.Path + " without its extension"})
			}
			continue
		}
		add(p.Article.Title(), nickname{p, "is the heading of " + p.Path + " and no name of it"})
		for _, name := range nicknames(p) {
			add(name, nickname{of: p})
		}
	}
	delete(m, "")
	return m
}

// nicknames returns the nicknames of a person's page, except its heading. Pages of memoria have none.
func nicknames(p *wiki.Page) []string {
	if p.Kind != wiki.PersonPage {
		return nil
	}
	var out []string
	for _, key := range p.Keys() {
		switch strings.ToLower(key) {
		case "id", "uid":
			out = append(out, p.List(key)...)
		case "alias", "aliases":
			for _, name := range p.List(key) {
				out = append(out, strings.Split(name, ",")...)
			}
		}
	}
	if src := p.Bytes(); bytes.Contains(src, []byte("alias::")) || bytes.Contains(src, []byte("title::")) {
		for line := range bytes.Lines(src) {
			key, value, ok := strings.Cut(string(bytes.TrimLeft(line, " \t-")), "::")
			if ok && slices.Contains([]string{"alias", "aliases", "title"}, key) {
				out = append(out, strings.Split(value, ",")...)
			}
		}
	}
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return out
}

var ordinal = lazy.Regexp(`\b(\d{1,2})(?:st|nd|rd|th)\b`)

// dayForms returns the names of a day's page for a target that is a written date, as in Logseq.
func dayForms(target string) []string {
	if n := len(target); n < len("Jan 1st, 2024") || n > len("September 30th, 2024") || target[n-1] < '0' || target[n-1] > '9' {
		return nil
	}
	plain := ordinal().ReplaceAllString(target, "$1")
	for _, layout := range []string{"Jan 2, 2006", "January 2, 2006"} {
		if t, err := time.Parse(layout, plain); err == nil {
			return []string{t.Format(time.DateOnly)} // 2024_01_15 folds the same
		}
	}
	return nil
}
