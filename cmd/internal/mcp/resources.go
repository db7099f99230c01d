package mcp

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
)

const (
	wikiURI      = "memoria://wiki/"
	dayURI       = "memoria://daily/"
	markdownType = "text/markdown"
	listPage     = 100
	readWhole    = 200_000 // bytes of a resource
)

// A resource is an article or a day, or with a template all of them.
type resource struct {
	Description string `json:"description,omitempty"`
	MIMEType    string `json:"mimeType"`
	Name        string `json:"name"`
	Title       string `json:"title,omitempty"`
	URI         string `json:"uri,omitempty"`
	Template    string `json:"uriTemplate,omitempty"`
}

var templates = []resource{
	{MIMEType: markdownType, Name: "day", Title: "The log of a day", Template: dayURI + "{day}"},
	{MIMEType: markdownType, Name: "article", Title: "An article of the wiki", Template: wikiURI + "{name}"},
}

// contents are what a resource holds.
type contents struct {
	URI      string `json:"uri"`
	MIMEType string `json:"mimeType"`
	Text     string `json:"text"`
}

// list lists days, the newest first, and articles, by title, from a place on.
func (s *Server) list(ctx context.Context, cursor string) (*listing, error) {
	from := 0
	if cursor != "" {
		n, err := strconv.Atoi(cursor)
		if err != nil || n < 0 {
			return nil, errors.New("the cursor is none of this server")
		}
		from = n
	}
	f, err := s.Related(ctx)
	if err != nil {
		return nil, err
	}
	var days, articles []resource
	for _, p := range f.Wiki.Pages() {
		switch p.Kind {
		case wiki.DayPage:
			days = append(days, resource{URI: dayURI + url.PathEscape(p.Name), Name: p.Name, Title: p.Name, MIMEType: markdownType})
		case wiki.ArticlePage:
			articles = append(articles, resource{URI: wikiURI + url.PathEscape(p.Name), Name: p.Name, Title: s.clean(p.Title()),
				Description: s.clean(p.Description()), MIMEType: markdownType})
		}
	}
	slices.Reverse(days)
	sorting.By(articles, func(a, b resource) int {
		return strings.Compare(a.Title+"\x00"+a.URI, b.Title+"\x00"+b.URI)
	})
	all := slices.Concat(articles, days)
	from = min(from, len(all))
	out := &listing{Resources: all[from:min(from+listPage, len(all))]}
	if from+listPage < len(all) {
		out.NextCursor = strconv.Itoa(from + listPage)
	}
	if out.Resources == nil {
		out.Resources = []resource{}
	}
	return out, nil
}

// resource reads an article or a day by its name.
func (s *Server) resource(ctx context.Context, uri string) (*listing, error) {
	missing := &callError{invalidParams, "Resource not found", map[string]string{"uri": uri}}
	kind, rest := wiki.ArticlePage, strings.TrimPrefix(uri, wikiURI)
	if day, ok := strings.CutPrefix(uri, dayURI); ok {
		kind, rest = wiki.DayPage, day
	} else if rest == uri {
		return nil, missing
	}
	name, err := url.PathUnescape(rest)
	if err != nil || len(name) > maxArgument {
		return nil, missing
	}
	f, err := s.Related(ctx)
	if err != nil {
		return nil, err
	}
	var found []*wiki.Page
	for _, p := range f.Wiki.Named(name) {
		if p.Kind == kind && p.Article != nil && found == nil {
			found = append(found, p)
		}
	}
	for _, p := range f.Wiki.Pages() { // a day means the logs of all machines
		if log := wiki.Date(p.Name); kind == wiki.DayPage && p.Kind == kind && p.Article != nil && log != log.Day() && string(log.Day()) == name {
			found = append(found, p)
		}
	}
	if found == nil {
		return nil, missing
	}
	text := ""
	for _, p := range found {
		text += s.clean(string(p.Bytes()))
		s.gave(Place{Path: p.Path})
	}
	if len(text) > readWhole {
		text = strings.ToValidUTF8(text[:readWhole], "") + "\n\n(cut here: the tool read goes on)"
	}
	return &listing{Scope: "public", Contents: []contents{{uri, markdownType, quoted + text}}}, nil
}
