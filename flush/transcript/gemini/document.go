package gemini

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
)

// maxDocument is the size in bytes over which a session that is one document is not read on.
const maxDocument = 64 << 20

// Lines returns the lines of a session. Versions before the log wrote one document over many lines, which becomes one.
func Lines(r io.Reader) io.Reader {
	in := bufio.NewReader(r)
	head, _ := in.Peek(64)
	if first, _, cut := bytes.Cut(bytes.TrimLeft(head, "\ufeff \t\r\n"), []byte("\n")); !cut || string(bytes.TrimSpace(first)) != "{" {
		return in
	}
	all, err := io.ReadAll(io.LimitReader(in, maxDocument))
	var out bytes.Buffer
	if err != nil || json.Compact(&out, all) != nil {
		return io.MultiReader(bytes.NewReader(all), in)
	}
	out.WriteByte('\n')
	return &out
}
