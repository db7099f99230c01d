package compiler_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/subject"
)

// U-08: a day of four times as many lines takes about four times as long to compile.
func TestLongDay(t *testing.T) {
	if os.Getenv("MEMORIA_LONG") == "" {
		t.Skip("takes long; MEMORIA_LONG=1 runs it")
	}
	took := func(lines int) time.Duration {
		best := time.Hour
		for range 2 {
			v := newVault(t)
			v.c.Author = subject.Author{Dir: v.c.Vault}
			var b strings.Builder
			b.WriteString("# Daily Log: 2026-03-20\n\n## Sessions\n")
			for i := range lines {
				if i%20 == 0 {
					fmt.Fprintf(&b, "\n### Session (10:00) - Work %d\n<!-- memoria:entry id=%012x agent=claude session=s%d project=p%d branch=main at=2026-03-20T10:00:00Z from=a%d to=b%d by=x -->\n\n**Facts:**\n", i, i, i/40, i/2000, i, i)
				}
				fmt.Fprintf(&b, "- The `part %d` of the gauge %d keeps %d entries beside the lock ^k%06x\n", i%97, i%31, i, i)
				if i%20 == 19 {
					fmt.Fprintf(&b, "<!-- /memoria:entry %012x -->\n", i-19)
				}
			}
			v.write("daily/2026-03-20.md", b.String())
			at := time.Now()
			v.compile(compiler.Options{})
			best = min(best, time.Since(at))
		}
		return best
	}
	if few, many := took(5000), took(20000); many > 8*few {
		t.Errorf("5,000 lines take %v, 20,000 take %v", few, many)
	} else {
		t.Logf("%v, %v", few, many)
	}
}
