// Package refactor changes what pages are called and where they are, and folds one page into another. Every
// link that led to the page leads there afterwards, but for those in day logs, which are never rewritten
// and find it by the names that it keeps as aliases.
package refactor
