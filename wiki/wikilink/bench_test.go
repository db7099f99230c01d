package wikilink

import (
	"bytes"
	"testing"
)

var benchPage = append([]byte("---\ntitle: Cache drift\ntags: [cache, ttl]\nsources: [\"[[2026-04-01]]\"]\n---\n\n# Cache drift\n\n"),
	bytes.Repeat([]byte("The edge cache kept `expired` entries, see [[cache-key|Cache key]] and [[ttl#Defaults]].\n\n"+
		"- A *plain* bullet of common length with **strong** words and a [link](https://example.org/x)\n"+
		"- It cites its day ([[2026-04-01#^k3f9a2c|2026-04-01]])\n\n"+
		"```go\nif x[[0]] { return }\n```\n\n## Details\n\n"), 8)...)

// BenchmarkScan compares the two ways a page is scanned.
func BenchmarkScan(b *testing.B) {
	b.Run("quick", func(b *testing.B) {
		b.SetBytes(int64(len(benchPage)))
		b.ReportAllocs()
		for b.Loop() {
			Scan(benchPage)
		}
	})
	b.Run("goldmark", func(b *testing.B) {
		b.SetBytes(int64(len(benchPage)))
		b.ReportAllocs()
		for b.Loop() {
			slowScan(benchPage)
		}
	})
}
