// Package lint finds problems in a vault: broken links, claims without a source, logs that wait for the compiler,
// names that some system rejects, leftovers of a crash.
//
// # How it flows
//
// The caller gives a [Linter] a snapshot of the vault and the facts that the snapshot does not contain: the state of
// the logs, what is a secret, what waits. [Linter.Run] returns findings, each of one of the [Checks], at a line of
// a file. [Plan] returns the fixes as files before and after, and [Apply] writes them.
//
// # Where a check goes
//
// A check has a row in the table of check.go, and a function in the file of its family: links.go, header.go,
// names.go, article.go, logs.go, index.go, duplicate.go, words.go (secrets and instructions), disk.go. The families
// are listed in the tables ofPage and ofWiki of run.go. If a new check of a page reads more than that page's own
// text, that must be part of the cache key, see cache.go. fix.go writes fixes.
//
// # Whose page it is
//
// Pages of the wiki must meet everything that memoria promises of them. A person's pages belong to that person: a
// link that Obsidian or another tool resolves is not broken here, most checks skip these pages, others only
// inform, and [Plan] never changes them.
//
// # Laws
//
//   - A link is broken only when no reading of it leads to a file: see package target.
//   - A finding never contains the value of a secret.
//   - A fix changes only the wrong bytes, only in articles and pages written by code, and only where each link
//     means the same page before and after. A second run of the fixes changes nothing.
//   - The same vault gives the same findings in the same order.
package lint
