package adopt

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// A Row says that a machine compiled an entry. Each machine appends to a file of its own, so that no other compiles
// the entry again once the pages have arrived.
type Row struct {
	Entry string `json:"entry"`
	Hash  string `json:"hash"`
	By    string `json:"by"`             // the recipe
	None  bool   `json:"none,omitempty"` // no page has a line of it, so there is none to arrive

	machine string // whose file has it
}

// Compiled are the rows of all machines, by entry.
type Compiled map[string][]Row

// readCompiled reads the rows of all machines. Lines that are none, such as the half of a file that has not arrived
// whole, are left out.
func readCompiled(d *fsutil.Dir) (Compiled, error) {
	out := Compiled{}
	names, err := d.ReadNames(layout.SharedCompiled)
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read what other machines compiled: %w", err)
	}
	for _, name := range names {
		if path.Ext(name) != ".jsonl" {
			continue
		}
		data, err := d.ReadFile(path.Join(layout.SharedCompiled, name))
		if err != nil {
			return nil, fmt.Errorf("read what other machines compiled: %w", err)
		}
		for line := range bytes.Lines(data) {
			var r Row
			if json.Unmarshal(line, &r) == nil && r.Entry != "" {
				r.machine = strings.TrimSuffix(name, ".jsonl")
				out[r.Entry] = append(out[r.Entry], r)
			}
		}
	}
	return out, nil
}

// of returns the row of an entry as it is, the last of several that count.
func (c Compiled) of(e *daily.Dated, counts func(Row) bool) (Row, bool) {
	rows := c[e.ID]
	for i := len(rows) - 1; i >= 0; i-- {
		if rows[i].Hash == e.Hash && counts(rows[i]) {
			return rows[i], true
		}
	}
	return Row{}, false
}

// appendCompiled adds rows to the file of a machine.
func appendCompiled(d *fsutil.Dir, machine string, rows []Row) error {
	if len(rows) == 0 || machine == "" {
		return nil
	}
	var lines []string
	for _, r := range rows {
		b, err := json.Marshal(r)
		if err != nil {
			return err
		}
		lines = append(lines, string(b))
	}
	name := path.Join(layout.SharedCompiled, machine+".jsonl")
	if err := d.AppendLine(name, strings.Join(lines, "\n"), 0o600, math.MaxInt64); err != nil {
		return fmt.Errorf("tell other machines what was compiled: %w", err)
	}
	return nil
}
