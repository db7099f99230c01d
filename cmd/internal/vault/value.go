package vault

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A value is what a file says under a key: a text, a list of texts, or a group of settings.
type value struct {
	text  string
	list  []string
	group map[string]value
}

// UnmarshalYAML takes all forms.
func (v *value) UnmarshalYAML(unmarshal func(any) error) error {
	if unmarshal(&v.text) == nil || unmarshal(&v.list) == nil {
		return nil
	}
	return unmarshal(&v.group)
}

// MarshalJSON writes whichever form v has.
func (v value) MarshalJSON() ([]byte, error) {
	switch {
	case v.group != nil:
		return json.Marshal(v.group)
	case v.list != nil:
		return json.Marshal(v.list)
	}
	return json.Marshal(v.text)
}

// UnmarshalJSON takes all forms.
func (v *value) UnmarshalJSON(b []byte) error {
	return v.UnmarshalYAML(func(into any) error { return json.Unmarshal(b, into) })
}

func (v value) empty() bool { return v.text == "" && len(v.list)+len(v.group) == 0 }

// words returns a list of texts, or one text that is the list alone.
func (v value) words() []string {
	if v.text != "" {
		return []string{v.text}
	}
	return v.list
}

func isText(v value) bool  { return v.list == nil && v.group == nil }
func isWords(v value) bool { return v.group == nil }
func isList(v value) bool  { return v.text == "" && v.group == nil }
func isGroup(v value) bool { return v.text == "" && v.list == nil }

// Zone returns the time zone called name. Names are those of the IANA database, "Local" or "UTC"; a path is not one.
func Zone(name string) (*time.Location, error) {
	if strings.HasPrefix(name, "/") || strings.Contains(name, "..") || strings.Contains(name, `\`) {
		return nil, fmt.Errorf("%q is not the name of a time zone", name)
	}
	z, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("%q is not the name of a time zone", name)
	}
	return z, nil
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}

func oneOf(s string, list []string) string {
	if slices.Contains(list, s) {
		return ""
	}
	return fmt.Sprintf("%q is not one of %s", s, strings.Join(list, ", "))
}
