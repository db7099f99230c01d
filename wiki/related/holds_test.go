package related

import (
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/holds"
)

// What an article has in its history is told behind what holds, with until when it did.
func TestRecentOverturned(t *testing.T) {
	const log = "# Daily Log: 2026-03-02\n\n### Session (10:00) - s3\n<!-- memoria:entry id=0123456789ab agent=claude session=s project=p branch=b at=2026-03-02T10:00:00Z from=a to=b by=extractive -->\n\n" +
		"**Lessons Learned:**\n- `s3://` is unsupported ^k1a2b3c\n- Buckets have regions ^k1a2b3d\n<!-- /memoria:entry -->\n"
	w := wiki.New("wiki", map[string][]byte{
		"daily/2026-03-02.md": []byte(log),
		"wiki/concepts/s3.md": []byte("---\ntype: concept\ntitle: S3\nsources: [\"[[2026-03-02]]\"]\n---\n\n# S3\n\n## Key Points\n\n- `s3://` works ([[2026-03-05#^k2a2b3c|2026-03-05]])\n\n## History\n\n" +
			"- Until 2026-03-05: `s3://` is unsupported ([[2026-03-02#^k1a2b3c|2026-03-02]]); then: `s3://` works ([[2026-03-05#^k2a2b3c|2026-03-05]])\n"),
	})
	date := must.Get(daily.ParseDate("2026-03-02"))(t)
	logs := []*daily.Log{daily.Parse(date, time.UTC, []byte(log))}
	n := (&Finder{Wiki: w, Holds: holds.OfLogs(logs, w)}).Recent(logs, Asked{})
	must.Be(t, len(n.Entries) == 1 && len(n.Entries[0].Bullets) == 2, "%+v", n)
	b := n.Entries[0].Bullets
	must.Hold(t, b[0].Said() == "Buckets have regions" && b[1].Said() == "Until 2026-03-05: `s3://` is unsupported; then: s3:// works", "%q, %q", b[0].Said(), b[1].Said())
}
