package shelf

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
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
	Day     string   // of the last change
	Since   string   // the day it was made, "" where nothing says
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
	In   []Weight
}

const (
	textDocs  = 4        // about as many documents share a file of texts
	numbers   = 8        // at least so many for each document, so that few want the same one
	worthStep = 28       // steps of a worth of one
	termBytes = 10 << 10 // of a file of terms, where these have letters to part them by
	deepest   = 4
	maxLine   = 400
	maxText   = 24 << 10
)

// A Shelf is the index of a site.
type Shelf struct {
	docs   []Doc
	number []uint32 // of each document, the files' own
	order  []int    // of documents, by number
	texts  [][]int  // of each file of texts, its documents; their number is a power of two
	terms  map[string][]Term
	stops  map[string][]string
}

// A Stop is a word that says nothing of a subject, as it is written and as a term.
type Stop struct{ Exact, Term string }

// New makes the index. Documents and terms stand in any order.
func New(docs []Doc, terms []Term, stops []Stop) *Shelf {
	s := &Shelf{docs: docs, number: make([]uint32, len(docs)), terms: map[string][]Term{}, stops: map[string][]string{}}
	s.order = make([]int, len(docs))
	for i := range docs {
		s.order[i] = i
	}
	slices.SortFunc(s.order, func(a, b int) int { return cmp.Compare(docs[a].Href, docs[b].Href) })
	last := uint32(1)<<bits.Len(uint(max(256, len(docs)))*numbers) - 1
	taken := map[uint32]bool{}
	for _, i := range s.order {
		n := hash(docs[i].Href) & last
		for taken[n] {
			n = (n + 1) & last
		}
		taken[n] = true
		s.number[i] = n
	}
	slices.SortFunc(s.order, func(a, b int) int { return cmp.Compare(s.number[a], s.number[b]) })
	texts := 16
	for texts*textDocs < len(docs) && texts < 4096 {
		texts *= 2
	}
	s.texts = make([][]int, texts)
	for _, i := range s.order {
		at := int(s.number[i]) & (texts - 1)
		s.texts[at] = append(s.texts[at], i)
	}
	s.split("", 0, slices.DeleteFunc(slices.Clone(terms), func(t Term) bool { return len(t.In) == 0 }))
	for _, w := range stops {
		if file := s.shard(w.Term); file != "" {
			s.stops[file] = append(s.stops[file], w.Exact)
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

// split parts terms by their first letters, by so many that no file is too long, so that those that begin alike
// are together. What has no more letters stays in the file of those that it has.
func (s *Shelf) split(key string, depth int, terms []Term) {
	long := 0
	for _, t := range terms {
		long += len(t.Text) + 2*len(t.In) + 6
	}
	if depth > 0 && (long < termBytes || depth == deepest) {
		s.terms[key] = terms
		return
	}
	next := map[string][]Term{}
	for _, t := range terms {
		k := letters(t.Text, depth+1)
		next[k] = append(next[k], t)
	}
	for k, list := range next {
		if k == key {
			s.terms[k] = list
			continue
		}
		s.split(k, depth+1, list)
	}
}

// letters is what begins the name of a term's file: its first letters, a dash and a hash in place of those that
// are not of ASCII, a line in place of other characters.
func letters(term string, n int) string {
	var out strings.Builder
	for _, r := range term {
		if n--; n < 0 {
			break
		}
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			out.WriteRune(r)
		case r < 0x80:
			out.WriteByte('_')
		default:
			fmt.Fprintf(&out, "-%02x", hash(string(r))&63)
		}
	}
	return out.String()
}

// shard is the file of a term, "" for none: that of most of its first letters.
func (s *Shelf) shard(term string) string {
	for n := deepest; n > 0; n-- {
		if key := letters(term, n); s.terms[key] != nil {
			return key
		}
	}
	return ""
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

// meta has what is asked of all documents, by columns, with the names of types, projects, tags and languages
// apart.
func (s *Shelf) meta() []byte {
	m := struct {
		Texts  int      `json:"texts"`
		Number []uint32 `json:"n"` // each less the one before it
		Kind   []int    `json:"kind"`
		In     []int    `json:"project"` // -1 for none
		Tags   [][]int  `json:"tags"`
		Day    []string `json:"day"`
		Lang   []int    `json:"lang"`
		Names  []string `json:"names"`
		Shards []string `json:"shards"`
	}{Texts: len(s.texts)}
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
		m.Day = append(m.Day, days(d))
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

// days are the day of the last change and, if it is another one, that of the making.
func days(d *Doc) string {
	if d.Since == "" || d.Since == d.Day {
		return d.Day
	}
	return d.Day + " " + d.Since
}

// digits write numbers below 64.
const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// termFile has the terms of some letters. Where one stands is written as steps from document to document, five
// bits a digit, the lowest first and 32 more where others follow, each with a digit for what it is worth there:
// characters by themselves, which gzip packs well. Under "!" stand the words of these letters that say nothing
// of a subject.
func (s *Shelf) termFile(name string) []byte {
	list := s.terms[strings.TrimPrefix(name, "t-")]
	if list == nil {
		return nil
	}
	out := make(map[string]string, len(list)+1)
	var b []byte
	for _, t := range list {
		in := slices.Clone(t.In)
		slices.SortFunc(in, func(a, b Weight) int { return cmp.Compare(s.number[a.Doc], s.number[b.Doc]) })
		b = b[:0]
		before := uint32(0)
		for _, w := range in {
			step := s.number[w.Doc] - before
			for before = s.number[w.Doc]; step > 31; step >>= 5 {
				b = append(b, digits[step&31|32])
			}
			b = append(b, digits[step], digits[int(min(max(1, math.Round(w.Worth*worthStep)), 63))])
		}
		out[t.Text] = string(b)
	}
	if stops := s.stops[strings.TrimPrefix(name, "t-")]; len(stops) > 0 {
		out["!"] = strings.Join(stops, " ")
	}
	return call(name, out) // a map is written in the order of its keys
}

// textFile has what some documents say, by their numbers: address, title and lines.
func (s *Shelf) textFile(name string) []byte {
	out := map[string][]string{}
	at, err := strconv.Atoi(strings.TrimPrefix(name, "x-"))
	if err != nil || at < 0 || at >= len(s.texts) {
		return nil
	}
	for _, i := range s.texts[at] {
		d := &s.docs[i]
		lines := []string{d.Href, d.Title}
		total := 0
		for _, l := range append(d.Text[:len(d.Text):len(d.Text)], d.Aliases...) {
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
