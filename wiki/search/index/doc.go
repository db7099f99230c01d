// Package index reads a folder of Markdown and keeps an index by which its passages are found by their words.
//
//	files ─▶ Source (source.go, passage.go) ─▶ builder (lexicon.go, builder.go) ─▶ segment file ─▶ Index
//
// An index is one segment of all files and a second one of the files that changed since. Both are caches: one that is
// damaged or of another version is built anew. Package search ranks the documents that an Index returns.
package index

// A Kind is what a document is.
type Kind uint8

const (
	Article Kind = iota + 1 // of the wiki
	Entry                   // of a day log
	Note                    // any other page
)

func (k Kind) String() string {
	return [...]string{"", "article", "entry", "note"}[min(k, 3)]
}

// A Doc is a page, or an entry of a log, as it is stored in the index.
type Doc struct {
	Path    string // of its file, from the root of the index
	Entry   string // id, for an entry of a day log
	Heading string // target of a link to the entry
	Kind    Kind
	Title   string
	Type    string // of an article; "log"
	Tags    []string
	Project string
	Branch  string
	Agent   string // that wrote the session of an entry
	Created string // days, "" if unknown
	Updated string
	Lang    string // language of its stems; "" for none

	Passages []Passage
}

// A Field is the part of the page that a passage comes from.
type Field uint8

const (
	InTitle Field = iota
	InAliases
	InTags
	InHeading
	InBody
	InPoint // a claim of an article, a line of an entry
	InAside // of an article: its history and related articles
	Fields  // how many there are
)

func (f Field) String() string {
	return [...]string{"title", "aliases", "tags", "headings", "text", "claims", "aside"}[f]
}

// A Passage is a stretch of a page that says one thing: a paragraph, an item of a list, a heading.
type Passage struct {
	Field      Field
	Traits     Trait
	Length     int // words
	Start, End int // in the file; both 0 for a property
}

// Languages are the languages that have a stemmer, in the order in which language detection prefers them. A
// document in none of them has the number len(Languages).
var Languages = [...]string{"en", "de", "fr", "es", "pt", "ru"}

func languageOf(n uint8) string {
	if int(n) < len(Languages) {
		return Languages[n]
	}
	return ""
}

// texts returns the texts of a document in the order in which they are stored.
func (d *Doc) texts() []*string {
	return []*string{&d.Path, &d.Entry, &d.Title, &d.Type, &d.Project, &d.Branch, &d.Agent, &d.Heading, &d.Created, &d.Updated}
}

func (d *Doc) append(b []byte, lang uint8) []byte {
	for _, s := range d.texts() {
		b = appendString(b, *s)
	}
	b = appendNumbers(b, int(d.Kind), int(lang), len(d.Tags))
	for _, t := range d.Tags {
		b = appendString(b, t)
	}
	b = appendNumbers(b, len(d.Passages))
	for _, p := range d.Passages {
		b = appendNumbers(b, int(p.Field), int(p.Traits), p.Length, p.Start, p.End-p.Start)
	}
	return b
}

func (d *decoder) doc() (out Doc) {
	out = d.head()
	for range d.int() {
		p := Passage{Field: min(Field(d.int()), Fields-1), Traits: Trait(d.int()), Length: d.int(), Start: d.int()}
		p.End = p.Start + d.int()
		if out.Passages = append(out.Passages, p); d.bad {
			return Doc{}
		}
	}
	return out
}

func (d *decoder) head() (out Doc) {
	for _, s := range out.texts() {
		*s = d.string()
	}
	out.Kind, out.Lang = Kind(d.int()), languageOf(uint8(d.int()))
	for range d.int() {
		if out.Tags = append(out.Tags, d.string()); d.bad {
			return Doc{}
		}
	}
	return out
}
