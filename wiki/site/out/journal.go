package out

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
)

// journalName is the file that exists while a run writes, and remains after a run that was killed. Below the head of
// the list it names the files that the list does not, and has a line for every file that is about to be written, with
// the hash of its bytes. It distinguishes files that such a run has written from files of others.
const journalName = ".memoria-site-new"

// beginJournal creates the journal, with the entries of an earlier run that was killed.
func beginJournal(dir *fsutil.Dir, vault string, was map[string]file, news []string) error {
	var b bytes.Buffer
	b.WriteString(headOf(vault))
	for _, name := range slices.Sorted(maps.Keys(was)) {
		for _, hash := range was[name].may {
			b.WriteString(hash + " " + name + "\n")
		}
	}
	for _, name := range news {
		b.WriteString(mark("") + " " + name + "\n")
	}
	if _, err := dir.WriteFile(journalName, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write %s: %w", journalName, err)
	}
	return nil
}

// note adds files to the journal.
func note(dir *fsutil.Dir, files []fresh) error {
	var b strings.Builder
	for i := range files {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(files[i].hash + " " + files[i].path)
	}
	if err := dir.AppendLine(journalName, b.String(), 0o644, math.MaxInt64); err != nil {
		return fmt.Errorf("note what is written: %w", err)
	}
	return nil
}

// addNote reads a line of the journal. A damaged line is skipped.
func (l *list) addNote(line string) {
	hash, name, ok := strings.Cut(line, " ")
	if !ok || !fs.ValidPath(name) {
		return
	}
	f := l.files[name]
	if hash = plain(hash); hash != "" {
		f.may = append(f.may, hash)
	}
	l.files[name] = f
}
