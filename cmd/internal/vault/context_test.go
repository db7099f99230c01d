package vault

import (
	"testing"
)

func TestContextAndRecall(t *testing.T) {
	for _, tt := range []struct {
		text            string
		context, recall int
		bad             bool
	}{
		{"", ContextMost, 0, false},
		{"context: on\nrecall: on\n", ContextMost, RecallMost, false},
		{"context: off\n", 0, 0, false},
		{"context: no\nrecall: true\n", 0, RecallMost, false},
		{"context: 3000\nrecall: 500\n", 3000, 500, false},
		{"context: 9001\n", 0, 0, true},
		{"recall: sometimes\n", 0, 0, true},
	} {
		f, unknown, err := parseFile("config.yaml", []byte(tt.text))
		if err != nil || len(unknown) > 0 {
			t.Errorf("%q: %v, unknown %q", tt.text, err, unknown)
			continue
		}
		c := Defaults(nil)
		if err := c.lay("config.yaml", f); (err != nil) != tt.bad {
			t.Errorf("%q: %v", tt.text, err)
		} else if err == nil && (c.Context != tt.context || c.Recall != tt.recall) {
			t.Errorf("%q: %d and %d", tt.text, c.Context, c.Recall)
		}
	}
}
