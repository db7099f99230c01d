package wiki

import (
	"slices"
	"strings"
)

// SetText sets a property to a single value. A property that has the value keeps its bytes.
func (a *Article) SetText(key, text string) (*Article, error) {
	if old, ok := a.head.text(key); ok && old == text {
		return a.unchanged()
	}
	return a.with(func() []byte { return a.front().setScalar(key, scalar(text, false)) })
}

// SetDate sets a property to a day, written bare, so that Obsidian takes it for a date.
func (a *Article) SetDate(key string, d Date) (*Article, error) {
	if old, ok := a.head.text(key); ok && old == string(d) {
		return a.unchanged()
	}
	if _, ok := ParseDate(string(d)); !ok {
		return a.SetText(key, string(d))
	}
	return a.with(func() []byte { return a.front().setScalar(key, string(d)) })
}

// SetList sets a property to a list. An old list keeps its style and, for the elements that
// stay, its bytes; a new one is written on one line.
func (a *Article) SetList(key string, items []string) (*Article, error) {
	p := a.head.find(key)
	if p != nil && p.value.isList() && slices.Equal(a.head.list(key), items) {
		return a.unchanged()
	}
	return a.with(func() []byte { return a.front().setList(key, items) })
}

// Delete removes a property.
func (a *Article) Delete(key string) (*Article, error) {
	return a.with(func() []byte { return a.front().delete(key) })
}

func (a *Article) unchanged() (*Article, error) {
	return a.with(func() []byte { return a.front().src })
}

func (a *Article) with(edit func() []byte) (*Article, error) {
	if a.readOnly {
		return nil, ErrReadOnly
	}
	out := edit()
	if string(out) == string(a.front().src) {
		return a, nil
	}
	return Parse(out), nil
}

// local writes text with the line ends of the page.
func (a *Article) local(text string) string {
	if a.front().eol == "\n" {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", a.front().eol)
}
