package compiler

import (
	"context"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

// An Author makes articles of log entries.
//
// Articles gets every entry that the wiki rests on, oldest first, and every page that has a name. It returns every
// article that should exist. The result depends only on the arguments, and pages that the author made of the same
// entries do not change it: completing a killed run gives the same bytes.
//
// A draft that continues an article carries its Slug and Title from known; a draft without a slug is a new article.
// Related and Connects name an existing page by its slug and another draft by its title. Lead, Points and Details
// contain no links made by the author.
//
// The compiler decides what happens to a draft: see [Compiler.Plan].
type Author interface {
	Name() string // the recipe, "extractive/7": it changes when the same entries give other drafts
	Articles(ctx context.Context, entries []daily.Dated, known []wiki.Known) ([]draft.Draft, error)
}

// A Reviser is an author that does additional work for news: entries that are new, changed, or compiled again on
// request. Its Articles returns the results without doing that work. While it has pending entries, a run calls it
// even if no log is stale.
type Reviser interface {
	Revise(ctx context.Context, entries []daily.Dated, known []wiki.Known, news func(*daily.Dated) bool) ([]draft.Draft, error)
	Owes() bool
}

// owes reports whether the author has pending work.
func (c *Compiler) owes() bool {
	r, ok := c.Author.(Reviser)
	return ok && r.Owes()
}

// format is the version of what the compiler itself adds to an author's drafts.
const format = "2"

// recipe identifies what an article depends on besides the entries.
func recipe(a Author) string { return a.Name() + "+" + format }
