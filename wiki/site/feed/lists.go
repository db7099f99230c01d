package feed

import (
	"bytes"
	"encoding/xml"
	"strings"
)

// A Part is a section of an llms.txt.
type Part struct {
	Title string
	Pages []Page
}

// A Page is a page and the address of its file, or of its Markdown.
type Page struct {
	Title string
	Href  string
	Says  string // in a line
}

// LLMs writes an llms.txt: a list of what there is to read, for a program that asks first.
func LLMs(title, says string, parts []Part) []byte {
	var b bytes.Buffer
	b.WriteString("# " + line(title) + "\n\n> " + line(says) + "\n")
	for _, p := range parts {
		if len(p.Pages) == 0 {
			continue
		}
		b.WriteString("\n## " + line(p.Title) + "\n\n")
		for _, pg := range p.Pages {
			b.WriteString("- [" + line(pg.Title) + "](" + pg.Href + ")")
			if says := line(pg.Says); says != "" {
				b.WriteString(": " + says)
			}
			b.WriteString("\n")
		}
	}
	return b.Bytes()
}

// line returns a text that stays on its line and opens no link and no tag.
func line(s string) string {
	s = strings.ToValidUTF8(strings.Join(strings.Fields(s), " "), "\ufffd")
	return marks.Replace(s)
}

var marks = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "<", `\<`, "`", "\\`")

// A Place is a page in a sitemap.
type Place struct {
	URL string // whole
	Day string // of its last change; "" if unknown
}

// MaxPlaces is the maximum number of pages in a sitemap.
const MaxPlaces = 50000

// Sitemap writes a sitemap of the first MaxPlaces pages: one may have no more.
func Sitemap(places []Place) []byte {
	var b bytes.Buffer
	b.WriteString(xml.Header + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n")
	for _, p := range places[:min(len(places), MaxPlaces)] {
		b.WriteString("<url><loc>" + text(p.URL) + "</loc>")
		if p.Day != "" {
			b.WriteString("<lastmod>" + p.Day + "</lastmod>")
		}
		b.WriteString("</url>\n")
	}
	b.WriteString("</urlset>\n")
	return b.Bytes()
}
