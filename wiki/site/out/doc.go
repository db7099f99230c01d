// Package out makes a folder match the site: it writes files that changed, removes files that are no longer part of
// the site, and touches nothing else.
//
// # Laws
//
//   - It writes only to a folder that was empty or that holds its list of files.
//   - It overwrites or removes only files in the list, and removes a file only while it has the bytes that were
//     written. A file that a person changed stays and is reported.
//   - The list names the vault of the site. A site of another vault is replaced only on request.
//   - If something that is not a regular file has taken the place of a written file, nothing is written.
//   - A file whose bytes would not change is not written, so it keeps its time.
//   - The list names a file before it is written and its hash afterwards, and until the end is marked as
//     unfinished. After a run that was killed, the next run trusts no hash and compares bytes.
//   - No path leads out of the folder; fsutil enforces this.
package out
