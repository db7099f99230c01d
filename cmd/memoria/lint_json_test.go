package main

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/agent-admin/memoria/wiki/lint"
)

// The answer is what the encoder of all other answers writes.
func TestLintJSON(t *testing.T) {
	odd := "a \"b\" \\ <&> é \x00\t\n\u2028 \xff"
	whole := lint.Finding{Check: odd, Severity: lint.Error, Path: odd, Line: 3, Column: 4, Text: odd, Hint: odd, Fix: true,
		Claims: []lint.Claim{{Path: odd, Line: 3, Text: odd, Sources: []string{odd, "x"}}, {}}}
	v := reflect.ValueOf(whole)
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && v.Field(i).IsZero() {
			t.Errorf("%s is left out", f.Name)
		}
	}
	var many []lint.Finding
	for range 900 { // more than is written at once
		many = append(many, whole, lint.Finding{Check: "plain", Severity: lint.Info, Path: "a.md", Text: "x"})
	}
	for _, found := range [][]lint.Finding{nil, {whole}, many} {
		r := linted{Findings: found, Fixed: []mended{{"a.md", []string{"x", "y"}}}, Changed: []string{odd}}
		r.count()
		var got, want bytes.Buffer
		if err := (&app{ui: &UI{Out: &got}}).lintJSON(r); err != nil {
			t.Fatal(err)
		}
		if err := (&UI{Out: &want}).JSON(r); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%.2000s\nwant\n%.2000s", got.Bytes(), want.Bytes())
		}
	}
}
