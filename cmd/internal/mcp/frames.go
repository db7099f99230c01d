package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// maxFrame is far more than a call takes.
const maxFrame = 4 << 20

// Codes of JSON-RPC 2.0.
const (
	parseError     = -32700
	invalidRequest = -32600
)

// frames lets through the lines of in that can be messages. The others, which would end the
// conversation, are answered with an error on out.
func frames(in io.ReadCloser, out *lockedWriter) io.ReadCloser {
	r, w := io.Pipe()
	go func() {
		lines := bufio.NewReaderSize(in, 64<<10)
		for {
			line, long, err := frame(lines)
			if m, code, why := read(line, long); code != 0 {
				fmt.Fprintf(out, `{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%q}}`+"\n", code, why)
			} else if len(line) > 0 {
				out.open.asked(&m)
				if _, err := w.Write(append(line, '\n')); err != nil {
					return
				}
			}
			if err != nil {
				if errors.Is(err, io.EOF) {
					err = nil
					out.open.wait(answerWithin)
				}
				w.CloseWithError(err) // nil is io.EOF
				return
			}
		}
	}()
	return &framed{r, in}
}

type framed struct {
	*io.PipeReader
	in io.Closer
}

func (f *framed) Close() error { return errors.Join(f.PipeReader.Close(), f.in.Close()) }

// frame reads a line without its end; long says that it was too long, and is not returned.
func frame(r *bufio.Reader) (line []byte, long bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxFrame; !long {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			if long {
				line = nil
			}
			return bytes.TrimSpace(line), long, err
		}
	}
}

// A message is what is looked at of one.
type message struct {
	Version json.RawMessage `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// read reads a line as a message, or says why it is none: code is 0 if it may be one.
func read(line []byte, long bool) (m message, code int, why string) {
	switch {
	case long:
		return m, invalidRequest, "the message is too long"
	case len(line) == 0:
		return m, 0, ""
	case !json.Valid(line):
		return m, parseError, "this is not JSON"
	}
	if line[0] != '{' || json.Unmarshal(line, &m) != nil || string(m.Version) != `"2.0"` {
		return m, invalidRequest, "this is no message of JSON-RPC 2.0"
	}
	if id := string(m.ID); id != "" && id != "null" && id[0] != '"' && (id[0] < '0' || id[0] > '9') && id[0] != '-' {
		return m, invalidRequest, "an id is a string or a number"
	}
	if string(m.ID) == "null" {
		m.ID = nil
	}
	return m, 0, ""
}

// A lockedWriter keeps the lines of two writers apart, and knows which requests they answer.
type lockedWriter struct {
	open requests

	mu sync.Mutex
	w  io.WriteCloser
}

func (l *lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n, err := l.w.Write(p)
	for line := range bytes.Lines(p) {
		l.open.answered(line)
	}
	if err != nil { // nobody hears an answer any more
		l.open.forget()
	}
	return n, err
}

func (l *lockedWriter) Close() error { return l.w.Close() }
