package compiler

import (
	"context"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

// An Author makes articles of log entries.
//
// Articles is given every entry the wiki rests on, oldest first, and every page that has a name,
// and returns every article there should be. It is a function of its arguments, and the pages that
// it has itself made of the same entries do not change its answer: a run that was killed half way
// is completed to the same bytes.
//
// A draft that continues an article carries its Slug and Title from known; a draft without a slug
// is of something new. Related and Connects name an existing page by its slug, another draft by
// its title. Lead, Points and Details hold no links of the author's own.
//
// The compiler decides what becomes of a draft: see [Compiler.Plan].
type Author interface {
	Name() string // the recipe, "extractive/6": it changes when the same entries give other drafts
	Articles(ctx context.Context, entries []daily.Dated, known []wiki.Known) ([]draft.Draft, error)
}

// A Reviser is an author that does more about entries that are news: new or changed since they were
// compiled, or compiled again because somebody asks for that. Its Articles says the same without doing
// more. While it owes something, an entry that it could not do more about, a run asks it though no log
// is stale.
type Reviser interface {
	Revise(ctx context.Context, entries []daily.Dated, known []wiki.Known, news func(*daily.Dated) bool) ([]draft.Draft, error)
	Owes() bool
}

// owes reports whether the author waits for a run.
func (c *Compiler) owes() bool {
	r, ok := c.Author.(Reviser)
	return ok && r.Owes()
}

// format is the version of what the compiler itself adds to an author's drafts.
const format = "1"

// recipe is what, beside the entries, an article depends on.
func recipe(a Author) string { return a.Name() + "+" + format }
