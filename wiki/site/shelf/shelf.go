package shelf

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Doc is a document of the index: a page, or an entry of a day.
type Doc struct {
	Href    string // from the site's root, escaped as an address
	Title   string
	Aliases []string
	Type    string // concept, connection, qa, day or page
	Project string
	Agent   string // of an entry
	Tags    []string
	Day     string // of the last change
	Since   string // the day of its creation, "" if unknown
	Lang    string // language of its stems, "" for none

	Key  string          // hash of its text and of the weights of its terms, "" if unknown
	Text func() []string // its text, one line each, for people
}

const (
	textDocs = 12 // about as many documents share a file of texts
	numbers  = 8  // at least this many for each document, so that few want the same one
	maxLine  = 400
	maxText  = 24 << 10
)

// A Shelf is the search index of a site.
type Shelf struct {
	docs   []Doc
	number []uint32 // of each document, the files' own
	order  []int    // of documents, by number
	texts  [][]int  // of each file of texts, its documents; their number is a power of two
	scale  string
	terms  []term            // by their texts
	shards map[string][]term // of each file
	stops  map[string][]string
	list   func() []byte // the file of all documents
}

// A Stop is a stop word, as it is written and as a term.
type Stop struct{ Exact, Term string }

// New makes the index of documents in any order; weights provides their terms. scale identifies how weights are
// computed and the format of the files.
func New(docs []Doc, stops []Stop, scale string, weights Weights) (*Shelf, error) {
	s := &Shelf{docs: docs, scale: scale, shards: map[string][]term{}, stops: map[string][]string{}}
	s.count()
	s.list = sync.OnceValue(s.meta)
	if err := s.fill(weights); err != nil {
		return nil, err
	}
	s.split()
	for _, w := range stops {
		if file := s.shard(w.Term); file != "" {
			s.stops[file] = append(s.stops[file], w.Exact)
		}
	}
	return s, nil
}

// count gives every document its number and its file of texts.
func (s *Shelf) count() {
	docs := s.docs
	s.number, s.order = make([]uint32, len(docs)), make([]int, len(docs))
	for i := range docs {
		s.order[i] = i
	}
	sorting.By(s.order, func(a, b int) int { // several may have one address, in any order
		return cmp.Or(cmp.Compare(docs[a].Href, docs[b].Href), cmp.Compare(docs[a].Key, docs[b].Key), cmp.Compare(a, b))
	})
	last := uint32(1)<<bits.Len(uint(max(256, len(docs)))*numbers) - 1
	taken := make(map[uint32]bool, len(docs))
	for _, i := range s.order {
		n := hash(docs[i].Href) & last
		for taken[n] {
			n = (n + 1) & last
		}
		taken[n] = true
		s.number[i] = n
	}
	sorting.By(s.order, func(a, b int) int { return cmp.Compare(s.number[a], s.number[b]) })
	texts := 16
	for texts*textDocs < len(docs) && texts < 1024 {
		texts *= 2
	}
	s.texts = make([][]int, texts)
	for _, i := range s.order {
		at := int(s.number[i]) & (texts - 1)
		s.texts[at] = append(s.texts[at], i)
	}
}

// hash is FNV-1a; the script computes it too.
func hash(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	return h ^ h>>15
}

// Paths returns the files, sorted. There is one for every group of first letters that has terms.
func (s *Shelf) Paths() []string {
	out := []string{"meta.js"}
	for name := range s.shards {
		out = append(out, "t-"+name+".js")
	}
	for i := range s.texts {
		out = append(out, fmt.Sprintf("x-%d.js", i))
	}
	slices.Sort(out)
	return out
}

// File returns a file, nil if there is none of that name.
func (s *Shelf) File(name string) []byte {
	bare := strings.TrimSuffix(name, ".js")
	switch {
	case bare == "meta":
		return s.list()
	case strings.HasPrefix(bare, "t-"):
		return s.termFile(bare)
	case strings.HasPrefix(bare, "x-"):
		return s.textFile(bare)
	}
	return nil
}

// Key returns a hash of everything that a file is made from, including the scale, "" if it is unknown.
func (s *Shelf) Key(name string) string {
	var b []byte
	add := func(text string) { b = append(binary.AppendUvarint(b, uint64(len(text))), text...) }
	add(s.scale)
	bare := strings.TrimSuffix(name, ".js")
	switch {
	case bare == "meta":
		b = append(b, s.list()...)
	case strings.HasPrefix(bare, "t-"):
		for _, t := range s.shards[bare[2:]] {
			add(t.text)
			add(t.in)
		}
		add(strings.Join(s.stops[bare[2:]], " "))
	default:
		in, _ := s.textsIn(bare)
		for _, i := range in {
			d := &s.docs[i]
			if d.Key == "" {
				return ""
			}
			b = binary.AppendUvarint(b, uint64(s.number[i]))
			for _, text := range append([]string{d.Key, d.Href, d.Title}, d.Aliases...) {
				add(text)
			}
		}
	}
	return fsutil.Hash(b)[:32]
}

// call returns a call of the script's memoria function.
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

// meta returns the data of all documents, by columns, with separate tables of the names of types, projects, tags and
// languages.
func (s *Shelf) meta() []byte {
	m := struct {
		Texts  int      `json:"texts"`
		Number []uint32 `json:"n"` // each less the one before it
		Kind   []int    `json:"kind"`
		In     []int    `json:"project"`
		Agent  []int    `json:"agent"`
		Tags   [][]int  `json:"tags"`
		Day    []string `json:"day"`
		Lang   []int    `json:"lang"`
		Names  []string `json:"names"`
		Shards []string `json:"shards"`
	}{Texts: len(s.texts)}
	index := map[string]int{}
	for i := range s.docs {
		d := &s.docs[i]
		for _, name := range append([]string{d.Type, d.Project, d.Agent, d.Lang}, d.Tags...) {
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
		m.Agent = append(m.Agent, index[d.Agent])
		tags := []int{}
		for _, t := range d.Tags {
			tags = append(tags, index[t])
		}
		m.Tags = append(m.Tags, tags)
	}
	for name := range s.shards {
		m.Shards = append(m.Shards, name)
	}
	slices.Sort(m.Shards)
	return call("meta", m)
}

// days returns the day of the last change and, if it differs, that of the creation.
func days(d *Doc) string {
	if d.Since == "" || d.Since == d.Day {
		return d.Day
	}
	return d.Day + " " + d.Since
}

// textsIn returns the documents of a file of texts; ok is false for other files.
func (s *Shelf) textsIn(name string) (docs []int, ok bool) {
	at, err := strconv.Atoi(strings.TrimPrefix(name, "x-"))
	if err != nil || at < 0 || at >= len(s.texts) {
		return nil, false
	}
	return s.texts[at], true
}

// textFile returns address, title and lines of some documents, by their numbers.
func (s *Shelf) textFile(name string) []byte {
	out := map[string][]string{}
	in, ok := s.textsIn(name)
	if !ok {
		return nil
	}
	for _, i := range in {
		d := &s.docs[i]
		lines := []string{d.Href, d.Title}
		total := 0
		for _, l := range slices.Concat(d.Text(), d.Aliases) {
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
