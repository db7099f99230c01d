package wiki

import "strings"

// SetText sets a property to a single value. A property that has the value keeps its bytes.
func (a *Article) SetText(key, text string) (*Article, error) {
	return a.with(func() []byte { return a.head.SetText(key, text) })
}

// SetDate sets a property to a day, written bare, so that Obsidian takes it for a date.
func (a *Article) SetDate(key string, d Date) (*Article, error) {
	if _, ok := ParseDate(string(d)); !ok {
		return a.SetText(key, string(d))
	}
	return a.with(func() []byte { return a.head.SetBare(key, string(d)) })
}

// SetList sets a property to a list. An old list keeps its style and, for the elements that
// stay, its bytes; a new one is written on one line.
func (a *Article) SetList(key string, items []string) (*Article, error) {
	return a.with(func() []byte { return a.head.SetList(key, items) })
}

// Delete removes a property.
func (a *Article) Delete(key string) (*Article, error) {
	return a.with(func() []byte { return a.head.Delete(key) })
}

func (a *Article) unchanged() (*Article, error) {
	return a.with(func() []byte { return a.head.Source })
}

func (a *Article) with(edit func() []byte) (*Article, error) {
	if a.readOnly {
		return nil, ErrReadOnly
	}
	out := edit()
	if string(out) == string(a.head.Source) {
		return a, nil
	}
	return Parse(out), nil
}

// local writes text with the line ends of the page.
func (a *Article) local(text string) string {
	if a.head.EOL == "\n" {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", a.head.EOL)
}
