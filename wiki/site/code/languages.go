package code

import (
	_ "embed"
	"encoding/json"
	"strings"
	"sync"
)

// languagesJSON is what is known of each language: a list of [language]s.
//
//go:embed languages.json
var languagesJSON []byte

// languages are all known languages, by each of their names.
var languages = sync.OnceValue(func() map[string]*language {
	var list []*language
	if err := json.Unmarshal(languagesJSON, &list); err != nil {
		panic(err) // the file is part of the program
	}
	scans := map[string]func(*painter, *language){
		"": scanWords, "json": scanJSON, "yaml": scanYAML, "keys": scanKeys, "make": scanMake, "markup": scanMarkup,
		"css": scanCSS, "diff": scanDiff, "session": scanSession, "markdown": scanMarkdown, "http": scanHTTP,
	}
	all := map[string]*language{}
	for _, l := range list {
		l.scan = scans[l.Scan]
		for name := range strings.FieldsSeq(l.Names) {
			all[name] = l
		}
	}
	return all
})

// find returns the language of a name, nil if there is none.
func find(name string) *language {
	if len(name) == 0 || len(name) > 30 {
		return nil
	}
	name, _, _ = strings.Cut(strings.ToLower(name), " ")
	return languages()[strings.TrimPrefix(strings.TrimPrefix(name, "{."), ".")]
}
