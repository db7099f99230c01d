package main

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/agent-admin/memoria/wiki/lint"
)

// lintJSON answers with what ui.JSON would write. There may be tens of thousands of findings, and
// package encoding/json takes longer over them than a look at the vault.
func (a *app) lintJSON(r linted) error {
	found := r.Findings
	r.Findings = []lint.Finding{}
	var head bytes.Buffer
	if err := (&UI{Out: &head}).JSON(r); err != nil {
		return err
	}
	const none = "[]\n}\n"
	b := bytes.TrimSuffix(head.Bytes(), []byte(none))
	if len(found) == 0 || len(b) == head.Len() {
		r.Findings = found
		return a.ui.JSON(r)
	}
	a.ui.Clear()
	b = append(b, '[')
	for i := range found {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendFinding(b, &found[i])
		if len(b) > 1<<16 {
			if _, err := a.ui.Out.Write(b); err != nil {
				return err
			}
			b = b[:0]
		}
	}
	_, err := a.ui.Out.Write(append(b, "\n  ]\n}\n"...))
	return err
}

// appendFinding adds a finding as an element of the list of findings.
func appendFinding(b []byte, f *lint.Finding) []byte {
	text := func(key, value string) {
		b = appendText(append(append(append(b, "      \""...), key...), `": `...), value)
		b = append(b, ",\n"...)
	}
	number := func(key string, n int) {
		if n != 0 {
			b = strconv.AppendInt(append(append(append(b, "      \""...), key...), `": `...), int64(n), 10)
			b = append(b, ",\n"...)
		}
	}
	b = append(b, "\n    {\n"...)
	text("check", f.Check)
	text("severity", f.Severity.String())
	text("file", f.Path)
	number("line", f.Line)
	number("column", f.Column)
	text("message", f.Text)
	if f.Hint != "" {
		text("hint", f.Hint)
	}
	if len(f.Claims) > 0 { // there are never many of these
		var claims bytes.Buffer
		e := json.NewEncoder(&claims)
		e.SetEscapeHTML(false)
		e.SetIndent("      ", "  ")
		_ = e.Encode(f.Claims) // no string fails
		b = append(append(append(b, `      "claims": `...), bytes.TrimSpace(claims.Bytes())...), ",\n"...)
	}
	return append(strconv.AppendBool(append(b, `      "fix": `...), f.Fix), "\n    }"...)
}

// appendText adds a string of JSON.
func appendText(b []byte, s string) []byte {
	if isPlain(s) && !strings.ContainsAny(s, `"\`) {
		return append(append(append(b, '"'), s...), '"')
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // no string fails
	return append(b, bytes.TrimRight(out.Bytes(), "\n")...)
}
