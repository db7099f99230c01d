package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// maxFrame is far more than a call takes.
const maxFrame = 4 << 20

// Codes of JSON-RPC 2.0 and of the protocol. Errors that have no code there use 0.
const (
	parseError         = -32700
	invalidRequest     = -32600
	methodNotFound     = -32601
	invalidParams      = -32602
	unsupportedVersion = -32022
)

// A message is the part of a JSON-RPC message that the server reads.
type message struct {
	Version json.RawMessage `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"` // nil for a notification
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// A reply answers a request.
type reply struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *callError      `json:"error,omitempty"`
}

// A callError is an error as the client gets it.
type callError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`
}

func (e *callError) Error() string { return e.Message }

func failed(code int, format string, args ...any) *callError {
	return &callError{Code: code, Message: fmt.Sprintf(format, args...)}
}

// frame reads a line without its end; long reports that it was too long, and then no line is returned.
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

// read decodes a line as a message, or returns why it is not one.
func read(line []byte, long bool) (m message, err *callError) {
	switch {
	case long:
		return m, failed(invalidRequest, "the message is too long")
	case !json.Valid(line):
		return m, failed(parseError, "this is not JSON")
	case line[0] != '{' || json.Unmarshal(line, &m) != nil || string(m.Version) != `"2.0"`:
		return m, failed(invalidRequest, "this is no message of JSON-RPC 2.0")
	}
	if id := string(m.ID); id != "" && id != "null" && id[0] != '"' && (id[0] < '0' || id[0] > '9') && id[0] != '-' {
		return m, failed(invalidRequest, "an id is a string or a number")
	}
	if string(m.ID) == "null" {
		m.ID = nil
	}
	return m, nil
}

// key returns the canonical form of an id: 1 and "1" differ.
func key(id json.RawMessage) string {
	var v any
	if json.Unmarshal(id, &v) != nil {
		return ""
	}
	return fmt.Sprintf("%T %v", v, v)
}
