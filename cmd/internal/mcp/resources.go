package mcp

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/agent-admin/memoria/wiki"
)

const (
	wikiURI   = "memoria://wiki/"
	dayURI    = "memoria://daily/"
	markdown  = "text/markdown"
	listPage  = 100
	readWhole = 200_000 // bytes of a resource
)

// resources gives articles and days as resources: a list in pages, and each by its name.
func (s *Server) resources(server *sdk.Server) {
	server.AddResourceTemplate(&sdk.ResourceTemplate{Name: "article", Title: "An article of the wiki", URITemplate: wikiURI + "{name}", MIMEType: markdown}, s.resource)
	server.AddResourceTemplate(&sdk.ResourceTemplate{Name: "day", Title: "The log of a day", URITemplate: dayURI + "{day}", MIMEType: markdown}, s.resource)
	server.AddReceivingMiddleware(func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
			if list, ok := req.(*sdk.ListResourcesRequest); ok && method == "resources/list" {
				cursor := ""
				if list.Params != nil {
					cursor = list.Params.Cursor
				}
				return s.list(ctx, cursor)
			}
			return next(ctx, method, req)
		}
	})
}

// list lists days, the newest first, and articles, by title, from a place on.
func (s *Server) list(ctx context.Context, cursor string) (*sdk.ListResourcesResult, error) {
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
		return nil, errors.New(s.clean(err.Error()))
	}
	var days, articles []*sdk.Resource
	for _, p := range f.Wiki.Pages() {
		switch p.Kind {
		case wiki.DayPage:
			days = append(days, &sdk.Resource{URI: dayURI + url.PathEscape(p.Name), Name: p.Name, Title: p.Name, MIMEType: markdown})
		case wiki.ArticlePage:
			articles = append(articles, &sdk.Resource{URI: wikiURI + url.PathEscape(p.Name), Name: p.Name, Title: s.clean(p.Title()),
				Description: s.clean(p.Description()), MIMEType: markdown})
		}
	}
	slices.Reverse(days)
	slices.SortFunc(articles, func(a, b *sdk.Resource) int {
		return strings.Compare(a.Title+"\x00"+a.URI, b.Title+"\x00"+b.URI)
	})
	all := slices.Concat(articles, days)
	from = min(from, len(all))
	out := &sdk.ListResourcesResult{Resources: all[from:min(from+listPage, len(all))]}
	if from+listPage < len(all) {
		out.NextCursor = strconv.Itoa(from + listPage)
	}
	if out.Resources == nil {
		out.Resources = []*sdk.Resource{}
	}
	return out, nil
}

// resource reads an article or a day by its name.
func (s *Server) resource(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	uri := req.Params.URI
	kind, rest := wiki.ArticlePage, strings.TrimPrefix(uri, wikiURI)
	if day, ok := strings.CutPrefix(uri, dayURI); ok {
		kind, rest = wiki.DayPage, day
	} else if rest == uri {
		return nil, sdk.ResourceNotFoundError(uri)
	}
	name, err := url.PathUnescape(rest)
	if err != nil || len(name) > maxArgument {
		return nil, sdk.ResourceNotFoundError(uri)
	}
	f, err := s.Related(ctx)
	if err != nil {
		return nil, errors.New(s.clean(err.Error()))
	}
	named := f.Wiki.Named(name)
	i := slices.IndexFunc(named, func(p *wiki.Page) bool { return p.Kind == kind && p.Article != nil })
	if i < 0 {
		return nil, sdk.ResourceNotFoundError(uri)
	}
	text := s.clean(string(named[i].Bytes()))
	if len(text) > readWhole {
		text = strings.ToValidUTF8(text[:readWhole], "") + "\n\n(cut here: the tool read goes on)"
	}
	s.gave(Place{Path: named[i].Path})
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: markdown, Text: quoted + text}}}, nil
}
