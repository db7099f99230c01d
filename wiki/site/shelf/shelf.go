package shelf

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Doc is something that is found: a page, or an entry of a day.
type Doc struct {
	Href    string // from the site's root, escaped as an address
	Title   string
	Aliases []string
	Type    string // concept, connection, qa, day or page
	Project string
	Tags    []string
	Day     string
	Lang    string   // whose stems its words have, "" for none
	Text    []string // what it says, a line each, for people
}

// A Weight is what a term is worth in a document.
type Weight struct {
	Doc   int // index of Docs
	Worth float64
}

// A Term is a term and where it stands.
type Term struct {
	Text string
	Stop bool // it says nothing of a subject
	In   []Weight
}

const (
	textDocs  = 4  // about as many documents share a file of texts
	worthStep = 48 // steps of a worth of one
	maxLine   = 400
	maxText   = 24 << 10
)

// A Shelf is the index of a site.
type Shelf struct {
	docs   []Doc
	number []uint32 // of each document, the files' own
	order  []int    // of documents, by number
	texts  int      // files of texts, a power of two
	terms  map[string][]Term
}

// New makes the index. Documents and terms stand in any order.
func New(docs []Doc, terms []Term) *Shelf {
	s := &Shelf{docs: docs, number: make([]uint32, len(docs)), terms: map[string][]Term{}, texts: 16}
	s.order = make([]int, len(docs))
	for i := range docs {
		s.order[i] = i
	}
	slices.SortFunc(s.order, func(a, b int) int { return cmp.Compare(docs[a].Href, docs[b].Href) })
	taken := map[uint32]bool{}
	for _, i := range s.order {
		n := hash(docs[i].Href) & 0xffffff
		for taken[n] {
			n = (n + 1) & 0xffffff
		}
		taken[n] = true
		s.number[i] = n
	}
	slices.SortFunc(s.order, func(a, b int) int { return cmp.Compare(s.number[a], s.number[b]) })
	for s.texts*textDocs < len(docs) && s.texts < 4096 {
		s.texts *= 2
	}
	for _, t := range terms {
		if len(t.In) > 0 {
			file := shard(t.Text)
			s.terms[file] = append(s.terms[file], t)
		}
	}
	return s
}

// hash is FNV-1a, as the script computes it too.
func hash(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h ^ h>>15
}

// shard is the file of a term: by its first letter and the group of its second, so that all terms that begin
// alike are together; other scripts by a hash of their first letter.
func shard(term string) string {
	if term == "" {
		return "other"
	}
	c := term[0]
	switch {
	case c == '=' && len(term) > 1: // a form with its marks
		return "marks"
	case c >= 'a' && c <= 'z':
		group := 6
		if len(term) > 1 && term[1] >= 'a' && term[1] <= 'x' {
			group = int(term[1]-'a') / 4
		}
		return fmt.Sprintf("%c%d", c, group)
	case c >= '0' && c <= '9':
		return string(c)
	case c < 0x80:
		return "other"
	}
	first := []rune(term)[0]
	return fmt.Sprintf("u%02x", hash(string(first))&63)
}

// Paths are the files, sorted. There is a file for every group of letters that has terms.
func (s *Shelf) Paths() []string {
	out := []string{"meta.js"}
	for name := range s.terms {
		out = append(out, "t-"+name+".js")
	}
	for i := range s.texts {
		out = append(out, fmt.Sprintf("x-%d.js", i))
	}
	slices.Sort(out)
	return out
}

// File is one of them, nil where there is none of that name.
func (s *Shelf) File(name string) []byte {
	bare := strings.TrimSuffix(name, ".js")
	switch {
	case bare == "meta":
		return s.meta()
	case strings.HasPrefix(bare, "t-"):
		return s.termFile(bare)
	case strings.HasPrefix(bare, "x-"):
		return s.textFile(bare)
	}
	return nil
}

// call is a call of the script's memoria function.
func call(name string, v any) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, `memoria("search/%s",`, name)
	if err := json.NewEncoder(&out).Encode(v); err != nil { // strings and numbers
		panic(err)
	}
	out.Truncate(out.Len() - 1)
	out.WriteString(");\n")
	return out.Bytes()
}

// meta has all documents by columns, with the names of types, projects, tags and languages apart.
func (s *Shelf) meta() []byte {
	m := struct {
		Texts  int        `json:"texts"`
		Number []uint32   `json:"n"` // each less the one before it
		Href   []string   `json:"href"`
		Title  []string   `json:"title"`
		Also   [][]string `json:"also"` // of those that have other names, [number in this list, names…] is written as below
		Kind   []int      `json:"kind"`
		In     []int      `json:"project"` // -1 for none
		Tags   [][]int    `json:"tags"`
		Day    []string   `json:"day"`
		Lang   []int      `json:"lang"`
		Names  []string   `json:"names"`
		Shards []string   `json:"shards"`
	}{Texts: s.texts}
	index := map[string]int{}
	for i := range s.docs {
		d := &s.docs[i]
		for _, name := range append([]string{d.Type, d.Project, d.Lang}, d.Tags...) {
			index[name] = 0
		}
	}
	for name := range index {
		m.Names = append(m.Names, name)
	}
	slices.Sort(m.Names)
	for i, name := range m.Names {
		index[name] = i
	}
	before := uint32(0)
	for _, i := range s.order {
		d := &s.docs[i]
		m.Number = append(m.Number, s.number[i]-before)
		before = s.number[i]
		m.Href, m.Title, m.Day = append(m.Href, d.Href), append(m.Title, d.Title), append(m.Day, d.Day)
		m.Also = append(m.Also, orEmpty(d.Aliases))
		m.Kind, m.In, m.Lang = append(m.Kind, index[d.Type]), append(m.In, index[d.Project]), append(m.Lang, index[d.Lang])
		tags := []int{}
		for _, t := range d.Tags {
			tags = append(tags, index[t])
		}
		m.Tags = append(m.Tags, tags)
	}
	for name := range s.terms {
		m.Shards = append(m.Shards, name)
	}
	slices.Sort(m.Shards)
	return call("meta", m)
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// termFile has the terms of some letters. Where one stands is written as the steps from document to document
// and what it is worth in each, a byte, in base 64; a term that says nothing has a mark before it.
func (s *Shelf) termFile(name string) []byte {
	list := s.terms[strings.TrimPrefix(name, "t-")]
	if list == nil {
		return nil
	}
	out := map[string]string{}
	for _, t := range list {
		in := slices.Clone(t.In)
		slices.SortFunc(in, func(a, b Weight) int { return cmp.Compare(s.number[a.Doc], s.number[b.Doc]) })
		var b []byte
		before := uint32(0)
		for _, w := range in {
			b = binary.AppendUvarint(b, uint64(s.number[w.Doc]-before))
			before = s.number[w.Doc]
			b = append(b, byte(min(max(1, math.Round(w.Worth*worthStep)), 255)))
		}
		text := base64.RawStdEncoding.EncodeToString(b)
		if t.Stop {
			text = "!" + text
		}
		out[t.Text] = text
	}
	return call(name, out) // a map is written in the order of its keys
}

// textFile has what some documents say, by their numbers.
func (s *Shelf) textFile(name string) []byte {
	out := map[string][]string{}
	for _, i := range s.order {
		if fmt.Sprintf("x-%d", int(s.number[i])&(s.texts-1)) != name {
			continue
		}
		lines := []string{}
		total := 0
		for _, l := range s.docs[i].Text {
			if total += len(l); total > maxText {
				break
			}
			lines = append(lines, cut(l))
		}
		out[fmt.Sprint(s.number[i])] = lines
	}
	return call(name, out)
}

// cut shortens a line at a space.
func cut(l string) string {
	if len(l) <= maxLine {
		return l
	}
	l = strings.ToValidUTF8(l[:maxLine], "")
	if at := strings.LastIndexByte(l, ' '); at > maxLine/2 {
		l = l[:at]
	}
	return l + " …"
}
