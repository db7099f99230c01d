package holds

import (
	"fmt"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
)

// BenchmarkJudge judges lines of one project that are alike in many words.
func BenchmarkJudge(b *testing.B) {
	for _, n := range []int{1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var entries []daily.Dated
			for i := range n / 20 {
				at := time.Date(2026, 1, 1, 10, i, 0, 0, time.UTC)
				e := daily.Dated{Date: daily.DateOf(at, time.UTC)}
				e.ID, e.Project, e.At = fmt.Sprintf("e%06d", i), "p", at
				for k := range 20 {
					text := fmt.Sprintf([]string{"The limit of queue %d is %d MB", "Use store %d for table %d", "Table %d now has %d rows", "Fixed the crash of job %d in step %d"}[k%4], (i*20+k)%700, i)
					e.Bullets = append(e.Bullets, daily.Bullet{Kind: daily.Fact, Text: text, Block: fmt.Sprintf("k%06d", i*20+k)})
				}
				entries = append(entries, e)
			}
			for b.Loop() {
				Judge(entries)
			}
		})
	}
}
