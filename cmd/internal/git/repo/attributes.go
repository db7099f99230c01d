package repo

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
)

// pattern returns a path from the top as a pattern of attributes, which stands in quotes.
func pattern(name string) string {
	for _, c := range []string{`\`, "*", "?", "["} {
		name = strings.ReplaceAll(name, c, `\`+c)
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, `\`, `\\`), `"`, `\"`)
}

// unfiltered has git leave our files as they are on the disk, whatever a .gitattributes that came from another machine
// says: ident, a filter or another encoding would change what a person wrote, and run a program of theirs. What a clone's own
// info/attributes says comes before all others (gitattributes(5)).
func (w *Work) unfiltered() error {
	var block bytes.Buffer
	for _, o := range w.Own {
		fmt.Fprintf(&block, "\"/%s\" !ident !filter !working-tree-encoding\n\"/%[1]s/**\" !ident !filter !working-tree-encoding\n", pattern(w.Prefix+o))
	}
	dir, err := fsutil.OpenDir(w.common)
	if err != nil {
		return err
	}
	defer dir.Close()
	const name = "info/attributes"
	old, err := dir.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) || bytes.Contains(old, block.Bytes()) {
		return err
	}
	if err := dir.MkdirAll("info", 0o755); err != nil {
		return err
	}
	if len(old) > 0 && !bytes.HasSuffix(old, []byte("\n")) {
		old = append(old, '\n')
	}
	_, err = dir.WriteFile(name, append(old, block.Bytes()...), 0o644)
	return err
}
