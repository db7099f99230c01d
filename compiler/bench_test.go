package compiler_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
)

// BenchmarkCompile compiles a vault of so many logs and three times as many articles: with nothing to do, and with
// one new entry in each run.
func BenchmarkCompile(b *testing.B) {
	for _, logs := range []int{10, 100, 1000} {
		v := vaultAt(b, b.TempDir())
		at := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
		for i := range logs {
			date := at.AddDate(0, 0, i).Format(time.DateOnly)
			v.log(date, []string{
				fmt.Sprintf("Subject `one %d` meets `two %d`", i, i), fmt.Sprintf("`three %d` meets `two %d`", i, i/2),
			})
		}
		v.compile(compiler.Options{})
		b.Run(fmt.Sprintf("idle/%d", logs), func(b *testing.B) {
			for b.Loop() {
				v.compile(compiler.Options{})
			}
		})
		n := 0
		b.Run(fmt.Sprintf("entry/%d", logs), func(b *testing.B) {
			for b.Loop() {
				n++
				v.log(at.AddDate(0, 0, logs+n).Format(time.DateOnly), []string{fmt.Sprintf("`one %d` again", n%logs)})
				v.compile(compiler.Options{})
			}
		})
	}
}
