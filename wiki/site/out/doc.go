// Package out brings a folder to what a site is: files that changed are written, those that are no longer
// part of it go, and nothing else is touched.
//
// # Laws
//
//   - A folder is ours when it was empty, or holds our list of files; in any other nothing is written.
//   - Only what stands in the list is ever overwritten or removed, and removed only while it has the bytes
//     that were written: what a person changed stays, and is told.
//   - The list says of which vault the site is. A site of another is replaced only where that is asked for.
//   - Where something that is no file lies in the place of one that was written, nothing is written.
//   - A file whose bytes would not change is not written, so it keeps its time.
//   - The list names a file before it is written, and its hash afterwards, and says of itself that it is not
//     finished in between: behind a run that was killed the next one believes no hash, and compares bytes.
//   - A path leads nowhere but below the folder; fsutil holds it there.
package out
