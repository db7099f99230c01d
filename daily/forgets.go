package daily

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/agent-admin/memoria/daily/entry"
)

// Forgets returns what the logs say about forgetting, [Forgot] and [ForgotDone], by log; every log is a key. It reads no
// entry.
func (s *Store) Forgets() (map[Date][]Control, error) {
	dates, _, err := s.Dates()
	if err := missingIsNone(err); err != nil {
		return nil, err
	}
	out := map[Date][]Control{}
	for _, d := range dates {
		src, err := s.Dir.ReadFile(logName(d))
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed since it was listed
		}
		if err != nil {
			return nil, fmt.Errorf("read the day log %s: %w", d, err)
		}
		out[d] = nil
		if !bytes.Contains(src, []byte("<!-- memoria:"+string(Forgot))) {
			continue
		}
		for l := range bytes.Lines(src) {
			if c, ok := entry.ParseControl(strings.TrimRight(string(l), "\r\n")); ok && (c.Verb == Forgot || c.Verb == ForgotDone) {
				out[d] = append(out[d], c)
			}
		}
	}
	return out, nil
}
