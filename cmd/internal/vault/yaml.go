package vault

import (
	"strings"

	"github.com/goccy/go-yaml"
)

// yamlString writes s as one YAML scalar.
func yamlString(s string) string {
	b, err := yaml.Marshal(s)
	if err != nil { // a string always encodes
		return `""`
	}
	return strings.TrimSpace(string(b))
}
