package opencode

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/agent-admin/memoria/flush/transcript/opencode"
	"github.com/agent-admin/memoria/fsutil"
)

// A row is a message as the database has it. What is JSON is in texts.
type row struct {
	ID, Session, Info, Parts string
}

// add writes what of a session's messages is not in its file yet. The plugin and a worker may write there at the same time; a
// message that is there twice counts once.
func (x *fetch) add(s session, rows []row) error {
	err := x.append(s, rows)
	if errors.Is(err, fsutil.ErrReplaced) { // somebody began the file
		err = x.append(s, rows)
	}
	return err
}

func (x *fetch) append(s session, rows []row) error {
	f, err := x.dir.OpenAppend(s.ID+ext, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	was, err := f.Bytes(0)
	if err != nil {
		return err
	}
	had, after := map[string]string{}, s.ID
	for line := range bytes.Lines(was) {
		var m opencode.Message
		if json.Unmarshal(line, &m) == nil && m.Info.ID != "" {
			had[m.Info.ID] = m.Extent()
		}
	}
	var out bytes.Buffer
	for _, r := range rows {
		var m opencode.Message
		if r.Session != s.ID || json.Unmarshal([]byte(`{"info":`+r.Info+`,"parts":`+r.Parts+`}`), &m) != nil {
			continue
		}
		m.Info.ID, m.Info.Session, m.After = r.ID, s.ID, after
		after = r.ID
		if len(m.Parts) == 0 || had[r.ID] == m.Extent() {
			continue
		}
		if string(m.Info.Summary) != "true" { // the files that a prompt changed
			m.Info.Summary = nil
		}
		line, err := json.Marshal(struct {
			*opencode.Message
			Parts json.RawMessage `json:"parts"`
		}{&m, json.RawMessage(r.Parts)})
		if err != nil {
			return err
		}
		out.Write(append(line, '\n'))
	}
	if out.Len() == 0 {
		return nil
	}
	begin := ""
	if len(was) == 0 {
		head, _ := json.Marshal(opencode.Session{ID: s.ID, Directory: s.Directory}) // of texts: no error
		begin = string(head) + "\n"
	} else if was[len(was)-1] != '\n' {
		begin = "\n"
	}
	return f.Append(append([]byte(begin), out.Bytes()...))
}
