package flush

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/session"
)

// BenchmarkCapture captures one more turn of a session whose transcript is long, in a vault whose
// index holds many rows.
func BenchmarkCapture(b *testing.B) {
	v := newBench(b)
	s := (&script{path: "A.jsonl"}).say("u0 A 10:00 keep one")
	s.text += strings.Repeat(`{"type":"system","subtype":"turn_duration","sessionId":"A","content":"`+strings.Repeat("noise ", 10000)+`"}`+"\n", 1700)
	marks := make([]rowkey.Mark, 500_000)
	for i := range marks {
		marks[i] = rowkey.Mark{Row: rowkey.Key(i), Session: 1, Entry: 2}
	}
	if err := (session.Rows{Dir: v.f.Ledger.Dir}).Add(marks); err != nil {
		b.Fatal(err)
	}
	s.say("u1 A 10:00 keep two")
	size := len(s.text)
	var text strings.Builder
	text.WriteString(s.text)
	ends := make([]int, 3000)
	for i := range ends {
		text.WriteString(line(fmt.Sprintf("v%d A %02d:%02d:%02d keep more", i, 11+i/3600, i/60%60, i%60)))
		ends[i] = text.Len()
	}
	v.grow(s)
	s.count = 0
	n := 0
	for b.Loop() {
		s.text = text.String()[:ends[n%len(ends)]]
		v.grow(s)
		n++
	}
	b.ReportMetric(float64(size)/1e6, "MB-long")
	b.ReportMetric(float64(s.count)/float64(n), "B-read/op")
}
