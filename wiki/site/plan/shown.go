package plan

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// hidden reports whether a page says that it must not be shown: publish: false or draft: true, in any spelling of no
// and yes that YAML has or had. A page that is shown by mistake cannot be taken back.
func hidden(src *wiki.Page) bool {
	for _, key := range src.Keys() {
		said, _ := src.Article.Text(key)
		said = strings.ToLower(strings.TrimSpace(said))
		if strings.EqualFold(key, "publish") && slices.Contains([]string{"false", "no", "n", "off", "0"}, said) ||
			strings.EqualFold(key, "draft") && slices.Contains([]string{"true", "yes", "y", "on", "1"}, said) {
			return true
		}
	}
	return false
}

// ShownLogs returns the logs of days that are shown. The content of a hidden log appears nowhere, neither in lists nor as a
// source.
func ShownLogs(w *wiki.Wiki, logs []*daily.Log) []*daily.Log {
	return slices.DeleteFunc(slices.Clone(logs), func(l *daily.Log) bool {
		p := w.Page(w.Daily().Path(l.Date.String()))
		return p == nil || p.Article == nil || p.Linked() || hidden(p)
	})
}

// included returns a function that reports whether a path matches one of the patterns.
func included(patterns []string) func(string) bool {
	return func(file string) bool {
		return slices.ContainsFunc(patterns, func(p string) bool { return match(strings.Split(strings.Trim(p, "/"), "/"), strings.Split(file, "/")) })
	}
}

// match compares the folders of a path with those of a pattern, in which ** stands for any number of folders. It retries
// only from the last **, so the time is bounded by the product of the lengths.
func match(pattern, file []string) bool {
	p, f := 0, 0
	star, from := -1, 0 // the last **, and the first folder that it does not stand for
	for f < len(file) {
		switch {
		case p < len(pattern) && pattern[p] == "**":
			star, from = p, f
			p++
		case p < len(pattern) && fits(pattern[p], file[f]):
			p, f = p+1, f+1
		case star >= 0:
			from++
			p, f = star+1, from
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == "**" {
		p++
	}
	return p == len(pattern)
}

func fits(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}
