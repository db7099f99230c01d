// Package sarif writes findings as SARIF 2.1.0, which editors and CI services read.
package sarif

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki/lint"
)

// A Log is a SARIF file with one run.
type Log struct {
	Schema  string `json:"$schema"`
	Version string `json:"version"`
	Runs    []run  `json:"runs"`
}

type run struct {
	Tool struct {
		Driver driver `json:"driver"`
	} `json:"tool"`
	ColumnKind string   `json:"columnKind"`
	Results    []result `json:"results"`
}

type driver struct {
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	Rules   []rule `json:"rules"`
}

type rule struct {
	ID      string `json:"id"`
	Short   text   `json:"shortDescription"`
	Default struct {
		Level string `json:"level"`
	} `json:"defaultConfiguration"`
}

type text struct {
	Text string `json:"text"`
}

type result struct {
	Rule         string            `json:"ruleId"`
	Index        int               `json:"ruleIndex"`
	Level        string            `json:"level"`
	Message      text              `json:"message"`
	Locations    []location        `json:"locations"`
	Related      []location        `json:"relatedLocations,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints"`
}

type location struct {
	Physical physical `json:"physicalLocation"`
	Message  *text    `json:"message,omitempty"`
}

type physical struct {
	Artifact struct {
		URI  string `json:"uri"`
		Base string `json:"uriBaseId"`
	} `json:"artifactLocation"`
	Region *region `json:"region,omitempty"`
}

type region struct {
	Line   int `json:"startLine"`
	Column int `json:"startColumn,omitempty"`
}

// Of returns a log of findings. Paths are relative to the root of what is checked, %SRCROOT%, so that the log is the
// same on every machine.
func Of(version string, found []lint.Finding) Log {
	one := run{ColumnKind: "unicodeCodePoints", Results: make([]result, 0, len(found))}
	d := &one.Tool.Driver
	d.Name, d.Version = "memoria", version
	index := map[string]int{}
	for i, c := range lint.Checks() {
		index[c.ID] = i
		r := rule{ID: c.ID, Short: text{c.What}}
		r.Default.Level = level(c.Ours)
		d.Rules = append(d.Rules, r)
	}
	nth := map[string]int{} // the same words twice in a file are two results
	for _, f := range found {
		message := f.Text
		if f.Hint != "" {
			message += " (" + f.Hint + ")"
		}
		print := f.Check + "\x00" + f.Path + "\x00" + f.Text
		nth[print]++
		one.Results = append(one.Results, result{
			Rule: f.Check, Index: index[f.Check], Level: level(f.Severity), Message: text{message}, Locations: []location{{Physical: at(f.Path, f.Line, f.Column)}}, Related: related(f),
			Fingerprints: map[string]string{"memoria/v1": fsutil.Hash(fmt.Appendf(nil, "%s\x00%d", print, nth[print]))[:32]},
		})
	}
	return Log{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []run{one},
	}
}

// at returns a place in a file; line 0 is the whole of it.
func at(path string, line, column int) physical {
	var p physical
	p.Artifact.URI, p.Artifact.Base = uri(path), "%SRCROOT%"
	if line > 0 {
		p.Region = &region{line, column}
	}
	return p
}

// related returns the places of the claims that a finding is about.
func related(f lint.Finding) (out []location) {
	for _, c := range f.Claims {
		out = append(out, location{at(c.Path, c.Line, 0), &text{c.Text + " (" + strings.Join(c.Sources, " ") + ")"}})
	}
	return out
}

func level(s lint.Severity) string {
	return cmp.Or(map[lint.Severity]string{lint.Error: "error", lint.Warning: "warning", lint.Info: "note"}[s], "none")
}

func uri(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		parts[i] = url.PathEscape(p)
	}
	return strings.Join(parts, "/")
}
