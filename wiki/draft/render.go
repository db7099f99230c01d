package draft

import (
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// Section returns the Markdown of one of memoria's sections, "" if the draft has nothing for it.
func (d Draft) Section(heading string) string {
	switch heading {
	case wiki.KeyPoints:
		return d.bullets(d.Points)
	case wiki.Details:
		return d.details()
	case wiki.History:
		return d.history()
	case wiki.RelatedConcepts:
		var b strings.Builder
		for _, r := range d.Related {
			b.WriteString("- " + r.link())
			if why := wikilink.Text(r.Why); why != "" {
				b.WriteString(" - " + why)
			}
			b.WriteByte('\n')
		}
		return strings.TrimSuffix(b.String(), "\n")
	case wiki.SourcesHeading:
		var b strings.Builder
		for _, l := range dayLinks(d.Days()) {
			b.WriteString("- " + l + "\n")
		}
		return strings.TrimSuffix(b.String(), "\n")
	}
	return ""
}

func (d Draft) lead() string { return paragraphs(d.Lead) }

func (d Draft) details() string {
	var parts []string
	for _, b := range d.Details {
		if wikilink.Text(b.Heading) != "" { // control characters alone say nothing
			parts = append(parts, "##"+wiki.HeadingLine(b.Heading))
		}
		if p := paragraphs(b.Para); p != "" {
			parts = append(parts, p)
		}
		if p := d.bullets(b.Points); p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, "\n\n")
}

// paragraphs makes every paragraph of s safe, one line each.
func paragraphs(s string) string {
	var out []string
	for _, p := range strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n\n") {
		if p = wikilink.Inline(p); p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, "\n\n")
}

// bullets writes points one a line, each with its citations in parentheses at the end.
func (d Draft) bullets(points []wiki.Point) string {
	var b strings.Builder
	b.Grow(len(points) * lineRoom)
	for _, p := range points {
		if text := d.cited(p); text != "" {
			b.WriteString("- " + text + "\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// lineRoom is how many bytes most points take.
const lineRoom = 160

// cited returns a point with its citations, "" if it says nothing.
func (d Draft) cited(p wiki.Point) string {
	text := wikilink.Inline(p.Text)
	if text == "" || len(p.Cites) == 0 {
		return text
	}
	links := make([]string, len(p.Cites))
	for i, c := range p.Cites {
		links[i] = c.Of(d.Projects[c], d.People[c])
	}
	return text + " (" + strings.Join(links, ", ") + ")"
}
