// Package prepared stores the brief of a project and selects from it what a new session is shown. Package brief
// chooses the notes; this package keeps them in a cache file and fits as many of them as possible into the text
// for the agent.
//
//	brief.Builder ─▶ Brief ─▶ .memoria/cache/brief-HASH ─▶ Read ─▶ Brief.Choose ─▶ the agent
//
// brief.go holds the types, file.go the format of the cache file, choose.go and line.go the selection and the text.
// place.go remembers which project a folder belongs to, published.go where notes were published.
//
// The hook must be fast: this package imports little, reads one file, checks the files it was made from, and
// takes less than a millisecond whatever the size of the wiki.
//
// # Laws
//
//   - A text is no longer than asked for, in UTF-16 units as the agent counts, and holds whole notes only. It
//     says what was left out.
//   - Each note is one quoted line and names the line of the log or the page that it comes from. The heading
//     above the notes says that they are records and not instructions.
//   - A note is no longer shown when its page, or its line of a log, has changed since.
//   - For a project without notes the text is empty.
//   - The file is a cache. A file that is damaged or of another version is treated as missing.
package prepared
