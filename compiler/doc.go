// Package compiler keeps the wiki of a vault in step with its day logs. Log entries are the source, articles are
// built from them, and a person's edits to either are always kept.
//
// docs/architecture.md describes how a session becomes an article. [Compiler.Why] leads back from a claim to its
// session.
//
// # A run
//
// [Compiler.Compile] takes the compile lock, makes a [Plan] and applies it. A plan is made from the bytes of the
// logs, the wiki and the state. It records the status of every log and what happens to every page;
// [Compiler.Plan] lists the rules. Applying a plan first checks that nothing has changed since it was made, and
// then writes, in this order:
//
//	.memoria/state/change.json   the whole change, so that it can be repeated
//	.memoria/state/pages/*.md    the base texts of later merges
//	wiki/**.md                   articles, each only if its bytes change
//	wiki/index.md, wiki/log.md   derived from the articles and the changes
//	.memoria/state/compile.json  what was compiled
//	.memoria/state/undo/*.json   what is needed to undo the change
//
// If a run is killed at any point, the next command that changes pages completes it. The same holds for mv, merge
// and undo: see package journal. Nothing in the wiki depends on a clock: articles and the lines of log.md carry
// the days of the entries they are about.
//
// Package logs determines the status of the logs. Package articles finds the compiler's pages and routes drafts to
// them. Package merge merges drafts into pages that a person edited. Package state stores what the compiler
// remembers between runs.
//
// # Staleness
//
// A log is stale if it was never compiled, if its hash has changed and the interval has passed since its last
// compile, or if the caller names it. Inside a log the unit is the entry, identified by its id and hash: only new
// and changed entries count as news. What another version of the author wrote is outdated, not stale. Only
// [Options].All rewrites it; until then it is left alone, page by page.
//
// # Pages edited by people
//
// A page belongs to the compiler while its bytes are those that the compiler last wrote. Otherwise a person has
// edited it, and the draft is merged in three ways, with the compiler's last version as the base. The merge goes
// property by property and line by line:
//
//   - What the person did not touch is updated as usual.
//   - Every byte that the person wrote stays.
//   - Where both sides changed a line, the person's version stays and the compiler's waits as a [Proposal].
//     Proposals are computed from the three texts on demand, so a proposal disappears when the sides agree.
//   - Claims never wait: a point whose citation the page never had is added to its Key Points.
//
// A point, section or article that a person removed stays removed. A page that a person moved, renamed or merged
// into another is followed. A page that cannot be read is left alone and reported. A page that a person owns is
// linked to but never changed, and its name is never taken. A run notices all of this even if no log has news.
// When a person's page gets the name of an article, links to the article use its path from then on. If somebody
// saves a page while it is being written, their version wins.
//
// # Forgetting
//
// [Compiler.Forget] gets only hashes, because the words are already gone from the logs. It compiles what is left
// and removes the compiler's lines that cite what went and that a compile leaves in place: lines on pages that a
// person edited, lines on pages that rest on a log which cannot be read, and lines in the base texts of merges.
// Articles that rested on nothing else are removed without a line in log.md.
//
// # Time
//
// Logs are a record of what was said; much in them no longer holds. An author separates what holds from what did:
// a draft's History says what was, until when, and what replaced it. History is merged line by line like any other
// section. Its citations count like those of any claim, so what moves there is not lost. A page that only grows
// receives only what holds, and a page from which a person removed the History gets none.
//
// # The state can be lost
//
// Everything in .memoria/state can be deleted. Then all logs are new. A page that equals what would be written now, or
// what was written of the entries that the pages cite, counts as the compiler's again; one that differs counts as edited
// by a person, and what was written then is the base of the merge. log.md records which articles a
// person removed, and they stay removed; only the removal of single lines is no longer known. If the state knows
// logs that are gone, that is an error or a note, never a reason to remove an article.
package compiler
