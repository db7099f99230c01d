package main

import (
	"fmt"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
)

func articleName(i int) string { return fmt.Sprintf("article-%d", i) }

// article returns the text of an article that links to others.
func (w *writer) article(i, n int, link func(to int) string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: Article %d\ntags: [project-%d]\ntype: concept\ncreated: 2026-01-01\nupdated: 2026-02-01\n---\n\n# Article %d\n\n", i, i%20, i)
	for _, heading := range []string{"", "## Key Points", "## Details", "## Related Concepts"} {
		if heading != "" {
			b.WriteString(heading + "\n\n")
		}
		for range 4 {
			_, text := w.line()
			if heading != "" {
				text = "- " + text
			}
			if w.IntN(3) == 0 {
				text += ", see " + link(w.IntN(n))
			}
			if w.IntN(50) == 0 {
				text += " within the quota"
			}
			b.WriteString(text + ".\n")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// writeArticles writes articles into a vault.
func writeArticles(vault *fsutil.Dir, n int) error {
	w := newWriter(3, 3000)
	for i := range n {
		text := w.article(i, n, func(to int) string { return "[[" + articleName(to) + "]]" })
		if _, err := vault.WriteFileNoSync("wiki/concepts/"+articleName(i)+".md", []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// hugo writes the same articles as a site of hugo's, with its smallest theme: a layout that shows a title and the text.
func hugo(w *world, n int) error {
	words := newWriter(3, 3000)
	files := map[string]string{
		"hugo.toml":                    "baseURL = 'https://example.org/'\ntitle = 'bench'\n",
		"layouts/_default/single.html": "<!doctype html><title>{{ .Title }}</title><h1>{{ .Title }}</h1>{{ .Content }}",
		"layouts/_default/list.html":   "<!doctype html><title>{{ .Title }}</title>{{ range .Pages }}<a href=\"{{ .RelPermalink }}\">{{ .Title }}</a>{{ end }}",
	}
	for i := range n {
		files["content/concepts/"+articleName(i)+".md"] = words.article(i, n, func(to int) string {
			return fmt.Sprintf("[%s](/concepts/%s/)", articleName(to), articleName(to))
		})
	}
	for name, text := range files {
		if _, err := w.dir.WriteFileNoSync("hugo/"+name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// touch changes an article a little.
func (w *world) touch(name string, n int) error {
	text, err := w.dir.ReadFile(name)
	if err != nil {
		return err
	}
	_, err = w.dir.WriteFile(name, fmt.Appendf(text, "\nChanged %d times.\n", n), 0o644)
	return err
}
