// Package refactor renames and moves pages, and merges one page into another. Every link to the page is rewritten,
// except those in day logs. Those still resolve, because the page keeps its old names as aliases.
package refactor
