package transcript

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// benchTranscript is about 16 MB as clients write them: by bytes mostly tool results, by rows
// mostly short.
func benchTranscript() []byte {
	var b bytes.Buffer
	prose := strings.Repeat("the retry waits for the lock and then writes “once” ", 8)
	code := strings.Repeat(`\tif err != nil {\n\t\treturn fmt.Errorf(\"read %q: %w\", name, err)\n\t}\n`, 40)
	for i := 0; b.Len() < 16<<20; i++ {
		common := fmt.Sprintf(`"isSidechain":false,"userType":"external","cwd":"/home/dev/project","sessionId":"s","version":"2.0.14","gitBranch":"main","uuid":"u%d","timestamp":"2026-06-01T09:%02d:%02d.123Z"`, i, i/60%60, i%60)
		switch i % 8 {
		case 0:
			fmt.Fprintf(&b, `{"parentUuid":null,%s,"type":"user","message":{"role":"user","content":"%s %d"}}`, common, prose, i)
		case 1, 7:
			fmt.Fprintf(&b, `{"parentUuid":null,%s,"type":"assistant","message":{"id":"m%d","role":"assistant","model":"m","content":[{"type":"text","text":"%s %d"}],"usage":{"input_tokens":1}}}`, common, i, prose, i)
		case 3, 5:
			out := strings.Repeat(code, 1+i%13)
			fmt.Fprintf(&b, `{"parentUuid":null,%s,"type":"user","message":{"role":"user","content":[{"tool_use_id":"t%d","type":"tool_result","content":"%s","is_error":false}]},"toolUseResult":{"stdout":"%s","stderr":""}}`, common, i-1, out, out)
		default:
			fmt.Fprintf(&b, `{"parentUuid":null,%s,"type":"assistant","message":{"id":"m%d","role":"assistant","model":"m","content":[{"type":"tool_use","id":"t%d","name":"Bash","input":{"command":"go test ./...","description":"Test"}}]}}`, common, i, i)
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

func BenchmarkRead(b *testing.B) {
	in := benchTranscript()
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		r := NewReader(bytes.NewReader(in))
		n := 0
		for {
			_, err := r.Next()
			if err == io.EOF {
				break
			}
			must.Do(b, err)
			n++
		}
		must.Be(b, n >= 500, "%v %v", n, "turns")
	}
}
