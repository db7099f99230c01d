package archive

import "slices"

// Titles are the names of a session.
type Titles struct {
	Given []string `json:"titles,omitempty"` // those that the client gave it, and what a person called it
	Own   string   `json:"title,omitempty"`  // what a person called it last; "" for nothing
}

// Add adds other names of the same session, the later ones.
func (t *Titles) Add(o Titles) {
	t.Given = slices.Clip(t.Given)
	for _, s := range o.Given {
		if !slices.Contains(t.Given, s) {
			t.Given = append(t.Given, s)
		}
	}
	if o.Own != "" {
		t.Own = o.Own
	}
}

// Map returns what f makes of the names.
func (t Titles) Map(f func(string) string) Titles {
	out := Titles{Given: make([]string, len(t.Given)), Own: t.Own}
	for i, s := range t.Given {
		out.Given[i] = f(s)
	}
	if t.Own != "" {
		out.Own = f(t.Own)
	}
	return out
}

// Empty reports whether there are none.
func (t Titles) Empty() bool { return len(t.Given) == 0 && t.Own == "" }
