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

// What the module's file holds.
type (
	source struct {
		Title       string `toml:"title"`
		Description string `toml:"description"`
		MinVersion  string `toml:"minVersion"`
		Allowlist   except `toml:"allowlist"`
		Rules       []struct {
			ID          string   `toml:"id"`
			Description string   `toml:"description"`
			Path        string   `toml:"path"` // a conversation has no file name
			Regex       string   `toml:"regex"`
			SecretGroup int      `toml:"secretGroup"`
			Entropy     float64  `toml:"entropy"`
			Keywords    []string `toml:"keywords"`
			Tags        []string `toml:"tags"`
			Allowlists  []except `toml:"allowlists"`
		} `toml:"rules"`
	}
	except struct {
		Description string   `toml:"description"`
		Condition   string   `toml:"condition"`
		Paths       []string `toml:"paths"` // alone, they cannot hold for a conversation
		RegexTarget string   `toml:"regexTarget"`
		Regexes     []string `toml:"regexes"`
		StopWords   []string `toml:"stopwords"`
	}
)

// What the table holds: the types of package redact that it is read into.
type (
	table struct {
		Allow allowlist `json:"allow"`
		Rules []rule    `json:"rules"`
	}
	rule struct {
		ID          string     `json:"id"`
		Regex       string     `json:"regex"`
		SecretGroup int        `json:"secretGroup,omitempty"`
		Entropy     float64    `json:"entropy,omitempty"`
		Keywords    []string   `json:"keywords"`
		Named       bool       `json:"named,omitempty"`
		ByName      bool       `json:"byName,omitempty"`
		Allow       *allowlist `json:"allow,omitempty"`
	}
	allowlist struct {
		Secret    []string `json:"secret,omitempty"`
		Match     []string `json:"match,omitempty"`
		StopWords []string `json:"stopwords,omitempty"`
	}
)

// join adds what a list of the module allows. Lists that ask for more than one thing at once, or look at the line of a
// match, there are none: one would need a form of its own here and in package redact.
func (a *allowlist) join(id string, l except) {
	if l.Condition != "" && !strings.EqualFold(l.Condition, "OR") || l.RegexTarget == "line" {
		log.Fatalf("rule %q has an allowlist of a form that is not known: %+v", id, l)
	}
	if l.RegexTarget == "match" {
		a.Match = append(a.Match, l.Regexes...)
	} else {
		a.Secret = append(a.Secret, l.Regexes...)
	}
	for _, w := range l.StopWords {
		a.StopWords = append(a.StopWords, strings.ToLower(w))
	}
}

// readName finds out whether a rule is a named one, which looks for NAME = value: all of those are generated from one
// pattern, name and filler and operator and value.
func (r *rule) readName() {
	if !strings.Contains(r.Regex[:min(len(r.Regex), 24)], `[\w.-]{0,50}?`) {
		return
	}
	r.Named = true
	name, rest, _ := strings.Cut(strings.ToLower(r.Regex), `[ \t\w.-]{0,20}`)
	if strings.Contains(rest, `|\b`) {
		return // has a second form, without the name
	}
	var names []string
	for _, k := range r.Keywords {
		if strings.Contains(name, strings.ToLower(k)) {
			names = append(names, k)
		}
	}
	// The name must be there anyway: keywords of the value would call the rule in vain.
	if len(names) > 0 {
		r.Keywords, r.ByName = names, true
	}
}

func main() {
	log.SetFlags(0)
	var from source
	d := toml.NewDecoder(strings.NewReader(config.DefaultConfig))
	d.DisallowUnknownFields() // a form that is not read is no rule that is followed
	if err := d.Decode(&from); err != nil {
		log.Fatalf("read the rules of the gitleaks module: %v", err)
	}
	var t table
	t.Allow.join("", from.Allowlist)
	for _, f := range from.Rules {
		if _, ok := replaced[f.ID]; ok {
			delete(replaced, f.ID)
			continue
		}
		if f.Regex == "" { // says something of paths only
			continue
		}
		if len(f.Keywords) == 0 {
			log.Fatalf("rule %q has no keyword, so nothing would call it", f.ID)
		}
		r := rule{ID: f.ID, Regex: f.Regex, SecretGroup: f.SecretGroup, Entropy: f.Entropy, Keywords: f.Keywords}
		var allow allowlist
		for _, l := range f.Allowlists {
			allow.join(f.ID, l)
		}
		if allow.Secret != nil || allow.Match != nil || allow.StopWords != nil {
			r.Allow = &allow
		}
		r.readName()
		t.Rules = append(t.Rules, r)
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
