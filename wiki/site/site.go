package site

import (
	"fmt"
	"maps"
	"slices"
	"sync/atomic"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/holds"
	"github.com/agent-admin/memoria/wiki/related"
	"github.com/agent-admin/memoria/wiki/search/index"
	"github.com/agent-admin/memoria/wiki/site/chart"
	"github.com/agent-admin/memoria/wiki/site/markup"
	"github.com/agent-admin/memoria/wiki/site/plan"
	"github.com/agent-admin/memoria/wiki/site/shelf"
	"github.com/agent-admin/memoria/wiki/site/tell"
	"github.com/agent-admin/memoria/wiki/site/theme"
)

// Options configure a site.
type Options struct {
	Title     string            // "" is the name that the vault's folder gives it
	Lang      string            // of the site's own words and of pages that name none; "" is en
	BaseURL   string            // its address; "" for a site without addresses for a feed, canonical links and a sitemap
	Include   []string          // notes beside the wiki and the logs that are shown: paths with *, and ** for any folders
	Front     string            // path of the page that stands at the front and orders the others; "" is the home that is made
	Templates map[string][]byte // of the vault, by name; the others are memoria's own
	Generator string            // memoria and its version
	Markdown  bool              // each page is there as Markdown too
	Live      bool              // shown by memoria serve
}

// key covers all options but Include and Front, of which the plan has what comes of them.
func (o *Options) key(d *digest) {
	d.text(version, fmt.Sprint(o.Live, o.Markdown), o.Title, o.Lang, o.BaseURL, o.Generator)
	for _, name := range sortedKeys(o.Templates) {
		d.text(name, string(o.Templates[name]))
	}
}

// A Vault is the content of a site. Several goroutines read it at once.
type Vault struct {
	Wiki *wiki.Wiki                        // required
	Logs []*daily.Log                      // sorted by day
	Read func(path string) ([]byte, error) // required: a file of the vault

	Clean func(string) string // takes secrets out of the logs; required where one has some

	Holds *holds.Record // says which lines of the logs hold; nil: all do

	Apart func(project string) []string // other projects of its name; nil knows none
	Made  map[string]string             // by whom pages were made, and what that took, by path

	// Mark identifies the bytes of a file of the vault without reading it: while it is the same, so are
	// they. It returns "" if that is unknown; a nil Mark means that it is always unknown.
	Mark func(path string) string

	// Seen is the result of Site.Seen of an earlier site of the same vault: unchanged pages
	// are not read again to find mentions. It may be nil, or invalid.
	Seen []byte

	// Index opens the index of the vault, for the search of the site; with anew it rebuilds the index from the pages, because
	// the one that was opened before is damaged. If nil, the site has no search.
	Index func(anew bool) (*index.Index, error)
}

// A Site is the set of files of a snapshot. Each file is made on request; several goroutines may use all
// methods.
type Site struct {
	o     Options
	src   Vault
	plan  *plan.Plan
	find  related.Finder
	graph func() related.Graph
	said  map[string]line // by day and block id, or by day and heading
	later map[string]bool // the ids of entries that go on with a session

	theme *theme.Theme
	md    *markup.Renderer
	files map[string]file

	work     func() *tell.Teller // of what was worked on
	fates    func() string       // a hash of what became of the lines of the logs
	latest   func() []*plan.Page // articles by the day of their last change, the newest first
	ties     map[*wiki.Page][]tie
	seen     func() *seen
	facts    func() map[string]*fact // by path
	known    atomic.Bool             // facts has its answer
	moved    atomic.Bool             // a log or the index is of other pages than the plan
	few      func() bool             // facts has little to read
	digests  func() *digests
	shelves  func() string // the key of the index
	mentions func() map[*wiki.Page][]related.Naming
	edges    func() ([]chart.Node, []chart.Link)
	shelf    func() (*shelf.Shelf, error)

	shelfKeys func() map[string]string // by path
}

// A file is a file of the site.
type file struct {
	key  func(*digests) string // see Site.Key
	make func() ([]byte, error)
}

// A line is a line of a log, or a whole entry, and the entry that contains it.
type line struct {
	entry  *daily.Dated
	bullet *daily.Bullet // nil for an entry
}

// A fact is what a site must know of a page's text to show another page. It depends
// on the text, and its finds also on the names of all pages.
type fact struct {
	hash   string
	embeds []string // targets of wikilinks
	images []string // of plain Markdown, which may be pages
	tagged bool     // there may be #tags in it
	finds  []find
}

// A find is a page that the text names but does not link to.
type find struct {
	to string // its path
	at related.Spot
}

// maxMentions is the maximum number of mentions that a page shows.
const maxMentions = 10

// seen is what an earlier site knew.
type seen struct {
	names    string // what all pages were called
	facts    map[string]*fact
	shelfKey string
	shelf    map[string]string // files of the index, with their keys
}

// digests are hashes of what the files of a site are made from.
type digests struct {
	base string // options, templates, and what every page shows
	tags string // which tags have a page
	days string // all logs
	all  string // what all pages say of themselves in lists

	of map[*wiki.Page]*pageDigest
}

// A pageDigest holds the hashes of one page.
type pageDigest struct {
	ties []tie
	hash string // of its text
	face string // what lists show of it
	tied string // targets of its links
	all  string // all of these, and its address; for a day, also what links to it

	connection bool
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
