package sarif

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/lint"
)

func TestOf(t *testing.T) {
	b, err := json.Marshal(Of("v1", []lint.Finding{
		{Check: lint.BrokenLink, Severity: lint.Error, Path: "wiki/concepts/a b#.md", Line: 3, Column: 5, Text: "[[x]] leads nowhere", Hint: "there is y"},
		{Check: lint.BrokenLink, Severity: lint.Info, Path: "wiki/concepts/a b#.md", Line: 4, Column: 5, Text: "[[x]] leads nowhere"},
		{Check: lint.BrokenLink, Severity: lint.Info, Path: "wiki/concepts/a b#.md", Line: 9, Column: 5, Text: "[[x]] leads nowhere"},
		{Check: lint.Orphan, Severity: lint.Warning, Path: "a.md", Text: "no page links to it"},
	}))
	must.Do(t, err)
	for _, want := range []string{
		`"version":"2.1.0"`, `"name":"memoria"`, `"uri":"wiki/concepts/a%20b%23.md"`, `"uriBaseId":"%SRCROOT%"`, `"startLine":3,"startColumn":5`,
		`"level":"note"`, `"text":"[[x]] leads nowhere (there is y)"`, `"columnKind":"unicodeCodePoints"`,
	} {
		must.Hold(t, strings.Contains(string(b), want), "no %s in %s", want, b)
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
	must.Do(t, json.Unmarshal(b, &log))
	run := log.Runs[0]
	prints := map[string]bool{}
	for _, r := range run.Results {
		must.Hold(t, run.Tool.Driver.Rules[r.RuleIndex].ID == r.RuleID, "rule %d is not %s", r.RuleIndex, r.RuleID)
		prints[r.PartialFingerprints["memoria/v1"]] = true
	}
	must.Hold(t, len(prints) == 4, "%d fingerprints", len(prints))
	must.Hold(t, run.Results[3].Locations[0].PhysicalLocation.Region == nil, "a finding about a whole file has a region")
}
