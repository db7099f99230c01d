// Package lint looks for what is wrong in a vault: links that lead nowhere, claims without a
// source, logs that wait for the compiler, names that break somewhere, what a crash left behind.
//
// # How it flows
//
// A [Linter] is given a snapshot of the vault, and by its caller what the snapshot cannot tell:
// how the logs stand, what is a secret, what waits. [Linter.Run] returns findings, each of one of
// the [Checks], at a line of a file. [Plan] says what mending those that can be mended changes, as
// files before and after, and [Apply] writes it.
//
// # Where a check goes
//
// A check has a row in the table of check.go, and a function in the file of its family: links.go, header.go,
// names.go, article.go, logs.go, index.go, duplicate.go, words.go (secrets and orders), disk.go. The families
// stand in the tables ofPage and ofWiki of run.go. What a new check of a page looks at beside that page's own
// text has to be in its key, see cache.go. fix.go writes what a finding can mend.
//
// # Whose page it is
//
// Pages of the wiki are held to all that memoria promises of them. A person's pages are theirs:
// what Obsidian takes for a link is no broken link here, whatever tool wrote it, most checks leave
// them alone, others only inform, and [Plan] never touches them.
//
// # Laws
//
//   - A link is broken only when no reading of it leads to a file: see tolerate.go.
//   - A secret's value is in no finding.
//   - Mending changes the bytes that are wrong and no other, only in articles and pages written
//     by code, and only where a link means the same page before and after. Mending twice changes
//     nothing the second time.
//   - The same vault gives the same findings in the same order.
package lint
