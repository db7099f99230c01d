package brief

import (
	"strconv"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
)

// Unwritten returns notes of what a session said that is not in a log yet, for when the session is compacted. They come
// before its earlier notes.
func Unwritten(entries []daily.Entry, clean func(string) string) (out []prepared.Item) {
	for i := range entries {
		e := &entries[i]
		if len(e.Bullets) == 0 {
			continue
		}
		age := len(entries) - 1 - i
		put := func(kind, id, text string, rank int) {
			if text = note(clean, text); text != "" {
				out = append(out, prepared.Item{Section: prepared.Own, Kind: kind, ID: id, Session: e.Session, Branch: e.Branch, At: e.At.Unix(),
					Rank: rank - age, Text: text, Why: "said in this session, in no log yet"})
			}
		}
		put("session", "e"+e.ID, headOf(&daily.Dated{Date: daily.DateOf(e.At, e.At.Location()), Entry: *e}), 200)
		for n, b := range e.Bullets {
			if !b.Done {
				put(b.Kind.String(), "e"+e.ID+"."+strconv.Itoa(n)+"."+fsutil.Hash([]byte(b.Text))[:6], b.Text, worth(b.Kind)+50)
			}
		}
	}
	return out
}
