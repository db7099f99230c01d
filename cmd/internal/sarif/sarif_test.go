package sarif

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/wiki/lint"
)

func TestOf(t *testing.T) {
	b, err := json.Marshal(Of("v1", []lint.Finding{
		{Check: lint.BrokenLink, Severity: lint.Error, Path: "wiki/concepts/a b#.md", Line: 3, Column: 5, Text: "[[x]] leads nowhere", Hint: "there is y"},
		{Check: lint.BrokenLink, Severity: lint.Info, Path: "wiki/concepts/a b#.md", Line: 4, Column: 5, Text: "[[x]] leads nowhere"},
		{Check: lint.BrokenLink, Severity: lint.Info, Path: "wiki/concepts/a b#.md", Line: 9, Column: 5, Text: "[[x]] leads nowhere"},
		{Check: lint.Orphan, Severity: lint.Warning, Path: "a.md", Text: "no page links to it"},
	}))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"version":"2.1.0"`, `"name":"memoria"`, `"uri":"wiki/concepts/a%20b%23.md"`, `"uriBaseId":"%SRCROOT%"`, `"startLine":3,"startColumn":5`,
		`"level":"note"`, `"text":"[[x]] leads nowhere (there is y)"`, `"columnKind":"unicodeCodePoints"`,
	} {
		if !strings.Contains(string(b), want) {
			t.Errorf("no %s in %s", want, b)
		}
	}
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID              string
				RuleIndex           int
				PartialFingerprints map[string]string
				Locations           []struct {
					PhysicalLocation struct{ Region *struct{ StartLine int } }
				}
			}
		}
	}
	if err := json.Unmarshal(b, &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	prints := map[string]bool{}
	for _, r := range run.Results {
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID {
			t.Errorf("rule %d is not %s", r.RuleIndex, r.RuleID)
		}
		prints[r.PartialFingerprints["memoria/v1"]] = true
	}
	if len(prints) != 4 {
		t.Errorf("%d fingerprints", len(prints))
	}
	if run.Results[3].Locations[0].PhysicalLocation.Region != nil {
		t.Error("a finding about a whole file has a region")
	}
}
