// Command gitleaks prints gitleaks.json: the rules of the gitleaks module that package redact uses, as a table. It is
// a module of its own, so that memoria does not depend on the module and its parser. LICENSE is that of the rules.
package main

import (
	"encoding/json"
	"log"
	"os"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/zricethezav/gitleaks/v8/config"
)

// replaced names the rules that a detector of package redact does better, and why. Their keywords are so common
// ("ey", "sk", "s.", "key") that the rules would run nearly everywhere.
var replaced = map[string]string{
	"generic-api-key":       "assign.go: knows names, placeholders and code",
	"hashicorp-tf-password": "assign.go",
	"private-key":           "pem.go: truncated blocks too",
	"jwt":                   "jwt.go: unsigned and cut ones too",
	"twilio-api-key":        "prefix.go",
	"vault-service-token":   "prefix.go",
	"curl-auth-header":      "header.go",
	"curl-auth-user":        "command.go: the user's name stays",
	"lob-api-key":           "prefix.go",
	"aws-access-token":      "aws.go: documentation keys too",
}

// The fields that package redact knows; a field that is left out of the table is tagged "-" for JSON.
type (
	table struct {
		Title       string    `toml:"title" json:"-"`
		Description string    `toml:"description" json:"-"`
		MinVersion  string    `toml:"minVersion" json:"-"`
		Allowlist   allowlist `toml:"allowlist" json:"allowlist"`
		Rules       []rule    `toml:"rules" json:"rules"`
	}
	rule struct {
		ID          string      `toml:"id" json:"id"`
		Description string      `toml:"description" json:"-"`
		Path        string      `toml:"path" json:"-"` // a conversation has no file name
		Regex       string      `toml:"regex" json:"regex"`
		SecretGroup int         `toml:"secretGroup" json:"secretGroup,omitempty"`
		Entropy     float64     `toml:"entropy" json:"entropy,omitempty"`
		Keywords    []string    `toml:"keywords" json:"keywords"`
		Tags        []string    `toml:"tags" json:"-"`
		Allowlists  []allowlist `toml:"allowlists" json:"allowlists,omitempty"`
	}
	allowlist struct {
		Description string   `toml:"description" json:"-"`
		Condition   string   `toml:"condition" json:"condition,omitempty"`
		Paths       []string `toml:"paths" json:"paths,omitempty"`
		RegexTarget string   `toml:"regexTarget" json:"regexTarget,omitempty"` // "match", "line", or the secret
		Regexes     []string `toml:"regexes" json:"regexes,omitempty"`
		StopWords   []string `toml:"stopwords" json:"stopwords,omitempty"`
	}
)

func main() {
	log.SetFlags(0)
	var t table
	d := toml.NewDecoder(strings.NewReader(config.DefaultConfig))
	d.DisallowUnknownFields() // a form that is not read is no rule that is followed
	if err := d.Decode(&t); err != nil {
		log.Fatalf("read the rules of the gitleaks module: %v", err)
	}
	t.Allowlist.Paths = nil
	all := t.Rules
	t.Rules = nil
	for _, r := range all {
		switch _, ok := replaced[r.ID]; {
		case ok:
			delete(replaced, r.ID)
		case r.Regex == "": // says something of paths only
		case len(r.Keywords) == 0:
			log.Fatalf("rule %q has no keyword, so nothing would call it", r.ID)
		default:
			t.Rules = append(t.Rules, r)
		}
	}
	for id := range replaced {
		log.Fatalf("the gitleaks module has no rule %q", id)
	}
	e := json.NewEncoder(os.Stdout)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	if err := e.Encode(t); err != nil {
		log.Fatal(err)
	}
}
