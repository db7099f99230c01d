package queue

import (
	"slices"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// Whatever lies in the queue, listing and working harm nothing else: each file is understood, left
// alone as foreign, or moved aside, and the other session is had.
func FuzzFiles(f *testing.F) {
	key := Key("claude", "s")
	f.Add(key+".end.12-ab.json", `{"kind":"end","agent":"claude","session":"s","at":"2026-03-02T12:00:00Z"}`)
	f.Add(key+".retry.12-ab.json", `{"version":1,"id":"`+key+`","agent":"claude","session":"s","messages":[{}],"why":{"x":"y"},"lease":{}}`)
	f.Add(key+".seen.json", `{"kind":"seen","agent":"claude","session":"s","at":"9999-12-31T23:59:59Z","pid":1e3}`)
	f.Add(key+".scan.json", "\xef\xbb\xbf{}")
	f.Add("jobs", "x")
	f.Add(key+".json", "")
	f.Fuzz(func(t *testing.T, name, text string) {
		if n, ok := parseName(name); ok && (n.file != name || !isKey(n.key) || n.at < 0) {
			t.Errorf("%q is %+v", name, n)
		}
		q := memoryQueue(t)
		q.Warn = func(string) {}
		put(t, q, note(End, "good", at(0)))
		if _, err := q.Dir.WriteFileNoSync(queueDir+"/"+name, []byte(text), 0o600); err != nil {
			t.Skip("no such name")
		}
		if _, _, err := q.Due(at(1), false); err != nil {
			t.Skip("a file where a directory should be")
		}
		must.Is(t, must.Err(q.List(at(1))), nil, "the error")
		var had []string
		for len(had) < 9 {
			j, err := q.Next(at(1), true)
			if err != nil || j == nil {
				break
			}
			had = append(had, j.Session)
			ok(t, q.Done(j))
		}
		must.Hold(t, slices.Contains(had, "good") && len(had) <= 2, "had %q", had)
	})
}
