package jsonc

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A person finds the place in an editor.
func TestSyntaxErrors(t *testing.T) {
	for s, want := range map[string]string{
		"{\n  \"a\": 1\n  \"b\": 2\n}":  "line 3, column 3: a comma or '}' is missing",
		"{\"ö\": tru}":                  "line 1, column 7: a value is missing",
		"{\"a\" 1}":                     `line 1, column 6: a colon is missing after the key "a"`,
		"{a: 1}":                        "line 1, column 2: a key in double quotes is missing",
		"{'a': 1}":                      "line 1, column 2: a key in double quotes is missing",
		"{\"a\": 01}":                   "line 1, column 7: a value is missing",
		"{\"a\": NaN}":                  "line 1, column 7: a value is missing",
		"{\"a\": \"x\n\"}":              "line 1, column 7: the string does not end on its line, or holds a control character",
		"{\"a\": \"\\x\"}":              "line 1, column 7: the string has an escape that JSON does not know",
		"{\"a\": \"x":                   "line 1, column 7: the string has no end",
		"{\n/* x }":                     "line 2, column 1: the comment has no end",
		"{} {}":                         "line 1, column 4: something stands after the end of the value",
		"{,}":                           "line 1, column 2: a key in double quotes is missing",
		"[,]":                           "line 1, column 2: a value is missing",
		"{\"a\":1,,}":                   "line 1, column 8: a key in double quotes is missing",
		"{\"a\":":                       "line 1, column 6: a value is missing",
		"// only a comment":             "line 1, column 18: a value is missing",
		"{\"hooks\": {\"Stop\": [1 2]}": "line 1, column 23: a comma or ']' is missing",
		strings.Repeat("[", 600):        "line 1, column 502: nested too deeply",
	} {
		_, _, err := Scan(s)
		must.Hold(t, err != nil && err.Error() == want, "%q: %v\nnot %s", s, err, want)
	}
}
