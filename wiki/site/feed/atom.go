package feed

import (
	"bytes"
	"crypto/sha256"
	"encoding/xml"
	"fmt"
	"html"
)

// A Feed lists recent changes.
type Feed struct {
	Title   string
	Lang    string
	Self    string // address of the feed; "" if the site's address is unknown
	Home    string // address of the site, from the feed
	Program string // that wrote it
	Entries []Entry
}

// An Entry is a page that changed.
type Entry struct {
	Key     string // that the page keeps as long as it is the same page
	Title   string
	Href    string // from the feed, or with the site's base
	Day     string // of the change, 2006-01-02; "" if unknown
	Created string // a day, or ""
	Summary string
	Tags    []string
	Lines   []string // the text of the change
	Past    []string // what does not hold any more
}

// ID returns an identifier that depends only on a site's title and a key, so that an entry is the same
// wherever the site is published.
func ID(title, key string) string {
	h := sha256.Sum256([]byte("memoria site\x00" + title + "\x00" + key))
	h[6], h[8] = h[6]&0x0f|0x80, h[8]&0x3f|0x80 // a UUID of version 8, whose bits are its maker's own
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", h[:4], h[4:6], h[6:8], h[8:10], h[10:16])
}

// unknown stands for an unknown day, because a feed requires one.
const unknown = "1970-01-01"

func moment(day string) string {
	if day == "" {
		day = unknown
	}
	return day + "T00:00:00Z"
}

// Atom writes a feed in the format of RFC 4287.
func Atom(f Feed) []byte {
	var b bytes.Buffer
	b.WriteString(xml.Header)
	b.WriteString(`<feed xmlns="http://www.w3.org/2005/Atom"`)
	if f.Lang != "" {
		b.WriteString(` xml:lang="` + text(f.Lang) + `"`)
	}
	b.WriteString(">\n")
	last := ""
	for _, e := range f.Entries {
		last = max(last, e.Day)
	}
	element(&b, "id", ID(f.Title, ""))
	element(&b, "title", f.Title)
	element(&b, "updated", moment(last))
	b.WriteString("<author><name>" + text(f.Title) + "</name></author>\n")
	b.WriteString(`<link href="` + text(f.Home) + `"/>` + "\n")
	if f.Self != "" {
		b.WriteString(`<link rel="self" type="application/atom+xml" href="` + text(f.Self) + `"/>` + "\n")
	}
	if f.Program != "" {
		element(&b, "generator", f.Program)
	}
	for _, e := range f.Entries {
		entry(&b, f.Title, e)
	}
	b.WriteString("</feed>\n")
	return b.Bytes()
}

func entry(b *bytes.Buffer, site string, e Entry) {
	b.WriteString("<entry>\n")
	element(b, "id", ID(site, e.Key))
	element(b, "title", e.Title)
	b.WriteString(`<link href="` + text(e.Href) + `"/>` + "\n")
	element(b, "updated", moment(e.Day))
	if e.Created != "" {
		element(b, "published", moment(e.Created))
	}
	for _, t := range e.Tags {
		b.WriteString(`<category term="` + text(t) + `"/>` + "\n")
	}
	if e.Summary != "" {
		element(b, "summary", e.Summary)
	}
	b.WriteString(`<content type="html">` + text(content(e)) + "</content>\n</entry>\n")
}

// content returns the text of the change as HTML.
func content(e Entry) string {
	var b bytes.Buffer
	if e.Summary != "" {
		b.WriteString("<p>" + html.EscapeString(e.Summary) + "</p>")
	}
	if len(e.Lines)+len(e.Past) > 0 {
		b.WriteString("<ul>")
		for _, l := range e.Lines {
			b.WriteString("<li>" + html.EscapeString(l) + "</li>")
		}
		for _, l := range e.Past {
			b.WriteString("<li><del>" + html.EscapeString(l) + "</del></li>")
		}
		b.WriteString("</ul>")
	}
	return b.String()
}

func element(b *bytes.Buffer, name, s string) {
	b.WriteString("<" + name + ">" + text(s) + "</" + name + ">\n")
}

// text escapes for XML. Characters that XML cannot contain become U+FFFD.
func text(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a buffer takes all
	return b.String()
}
