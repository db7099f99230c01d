package out

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
)

// journalName is the file that says what a run is about to write, a line for each file with the hash of its bytes.
// It lies beside the list while that is unfinished: what a run that was killed has written is told by it from what
// somebody else put there.
const journalName = ".memoria-site-new"

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

// addJournal takes what the journal tells into the list. A line that is damaged is passed over.
func (l *list) addJournal(dir *fsutil.Dir) error {
	b, err := dir.ReadFile(journalName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", journalName, err)
	}
	for line := range bytes.Lines(b) {
		hash, name, ok := strings.Cut(strings.TrimSuffix(string(line), "\n"), " ")
		if f, listed := l.files[name]; ok && listed {
			f.may = append(f.may, hash)
			l.files[name] = f
		}
	}
	return nil
}
