package wiki

import (
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/pack"
	"github.com/agent-admin/memoria/wiki/frontmatter"
)

// The cache remembers what the pages of the vault say, so that a snapshot is made without reading
// those that nobody touched. It follows from the pages, and can be deleted at any time.
const (
	cacheName = layout.CacheWiki

	// cacheVersion changes when the same page gives other facts, or the form of the file changes. A test
	// holds it against what the facts of some pages are.
	cacheVersion = "wiki/3"
)

// TickName is the file by which a vault's caches tell its file system's time; see [fsutil.Dir.Tick].
const TickName = layout.CacheTick

// A record is what the cache has of one page.
type record struct {
	stamp    fsutil.Stamp
	settled  bool // nobody can have changed the page and left it that stamp
	findings []Finding
	readOnly bool
	props    []frontmatter.Property
	known    *known
}

// recordOf remembers an article.
func recordOf(a *Article, stamp fsutil.Stamp, settled bool) *record {
	return &record{stamp: stamp, settled: settled, findings: a.findings, readOnly: a.readOnly, props: a.head.Props, known: a.facts()}
}

// page is the page of a record, its text unread.
func (r *record) page(wiki, file string, from *shelf) *Page {
	a := &Article{
		head: &frontmatter.Header{Props: r.props}, findings: r.findings, readOnly: r.readOnly, known: r.known,
		unread: &unread{from: from, path: file, sum: r.known.sum},
	}
	p := namedPage(file)
	p.Article = a
	p.Kind = KindOf(wiki, file, a)
	return p
}

// readCache returns what is remembered, by path: nothing where there is no cache or none to be made
// sense of.
func readCache(dir *fsutil.Dir) map[string]*record {
	data, err := dir.ReadFile(cacheName)
	if err != nil {
		return nil
	}
	r := pack.Open(data, cacheVersion)
	if r == nil {
		return nil
	}
	n := r.Len()
	out := make(map[string]*record, n)
	records := make([]record, n)
	for i := range records {
		file := r.String()
		unpackRecord(r, &records[i])
		out[file] = &records[i]
	}
	if !r.Done() {
		return nil
	}
	return out
}

// packCache is the cache of these pages as a file; paths are sorted.
func packCache(paths []string, records map[string]*record) []byte {
	w := pack.New(cacheVersion)
	w.Len(len(paths))
	for _, file := range paths {
		w.String(file)
		records[file].pack(w)
	}
	return w.Bytes()
}

func (r *record) pack(w *pack.Writer) {
	w.Int(r.stamp.Size)
	w.Int(r.stamp.ModTime)
	w.Int(r.stamp.Change)
	w.Uint(r.stamp.Inode)
	w.Bool(r.settled)
	w.Bool(r.readOnly)
	w.Len(len(r.findings))
	for _, f := range r.findings {
		w.String(f.Kind)
		w.Len(f.Line)
		w.String(f.Text)
	}
	w.Len(len(r.props))
	for _, p := range r.props {
		packProp(w, p)
	}
	r.known.pack(w)
}

func unpackRecord(r *pack.Reader, out *record) {
	out.stamp = fsutil.Stamp{Size: r.Int(), ModTime: r.Int(), Change: r.Int(), Inode: r.Uint()}
	out.settled, out.readOnly = r.Bool(), r.Bool()
	if n := r.Len(); n > 0 {
		out.findings = make([]Finding, n)
		for i := range out.findings {
			out.findings[i] = Finding{r.String(), int(r.Uint()), r.String()}
		}
	}
	if n := r.Len(); n > 0 {
		out.props = make([]frontmatter.Property, n)
		for i := range out.props {
			out.props[i] = unpackProp(r)
		}
	}
	out.known = unpackKnown(r)
}

// packProp writes a property without its place in the text.
func packProp(w *pack.Writer, p frontmatter.Property) {
	w.String(p.Key)
	w.Uint(uint64(p.Value.Form))
	w.String(p.Value.Text)
	w.Len(len(p.Value.Items))
	for _, it := range p.Value.Items {
		w.Bool(it.Null)
		w.String(it.Text)
	}
}

func unpackProp(r *pack.Reader) frontmatter.Property {
	p := frontmatter.Property{Key: r.String(), Value: frontmatter.Value{Form: frontmatter.Form(r.Uint()), Text: r.String()}}
	if n := r.Len(); n > 0 {
		p.Value.Items = make([]frontmatter.Item, n)
		for i := range p.Value.Items {
			p.Value.Items[i] = frontmatter.Item{Null: r.Bool(), Text: r.String()}
		}
	}
	return p
}

func (k *known) pack(w *pack.Writer) {
	w.String(string(k.sum[:]))
	w.String(k.heading)
	w.Bool(k.day)
	w.Strings(k.targets)
	w.Strings(k.hrefs)
	w.Len(len(k.cites))
	for _, c := range k.cites {
		w.String(string(c.Date))
		w.String(c.Block)
		w.String(c.Heading)
	}
	w.String(k.region)
}

func unpackKnown(r *pack.Reader) *known {
	k := new(known)
	copy(k.sum[:], r.String())
	k.heading, k.day = r.String(), r.Bool()
	k.targets, k.hrefs = r.Strings(), r.Strings()
	if n := r.Len(); n > 0 {
		k.cites = make([]Cite, n)
		for i := range k.cites {
			k.cites[i] = Cite{Date(r.String()), r.String(), r.String()}
		}
	}
	k.region = r.String()
	return k
}
