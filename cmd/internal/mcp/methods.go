package mcp

import (
	"context"
	"encoding/json"
	"slices"
)

// versions are the revisions of the protocol, the newest first. That one knows no initialize: each
// request says what the client is and can do.
var versions = []string{"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

func known(version string) bool { return slices.Contains(versions, version) }

// An implementation is what the server says of itself.
type implementation struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Version string `json:"version"`
}

func (s *Server) self() implementation { return implementation{"memoria", "memoria", s.Version} }

// A meta is what a result of the stateless revision says besides.
type meta struct {
	Server implementation `json:"io.modelcontextprotocol/serverInfo"`
}

const complete = "complete"

var capabilities = json.RawMessage(`{"prompts":{},"resources":{},"tools":{}}`)

// An initialized is the result of initialize.
type initialized struct {
	Capabilities json.RawMessage `json:"capabilities"`
	Instructions string          `json:"instructions"`
	Version      string          `json:"protocolVersion"`
	Server       implementation  `json:"serverInfo"`
}

// A listing is the result of a list method or of a read.
type listing struct {
	ResultType   string          `json:"resultType,omitempty"`
	Meta         *meta           `json:"_meta,omitempty"`
	TTL          int             `json:"ttlMs"`
	Scope        string          `json:"cacheScope"`
	Versions     []string        `json:"supportedVersions,omitempty"`
	Capabilities json.RawMessage `json:"capabilities,omitempty"`
	Instructions string          `json:"instructions,omitempty"`
	NextCursor   string          `json:"nextCursor,omitempty"`
	Tools        []tool          `json:"tools,omitempty"`
	Prompts      []prompt        `json:"prompts,omitempty"`
	Resources    []resource      `json:"resources,omitzero"`
	Templates    []resource      `json:"resourceTemplates,omitempty"`
	Contents     []contents      `json:"contents,omitempty"`
}

func (l *listing) complete(m *meta) {
	if l.Meta = m; l.Contents == nil {
		l.ResultType = complete
	}
}

// A content is a text that is answered.
type content struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// A called is the result of a tool.
type called struct {
	Meta       *meta     `json:"_meta,omitempty"`
	Content    []content `json:"content"`
	IsError    bool      `json:"isError,omitempty"`
	ResultType string    `json:"resultType,omitempty"`
}

func (r *called) complete(m *meta) { r.Meta, r.ResultType = m, complete }

// method returns what answers a method: nil for one that is not known.
func (c *conversation) method(name string, stateless bool, p *params) (answer func(context.Context) (any, error), needsParams bool) {
	list := func(l listing) (func(context.Context) (any, error), bool) {
		return func(context.Context) (any, error) {
			if p.Cursor != "" {
				return nil, failed(invalidParams, "invalid params")
			}
			l.Scope = "public"
			return &l, nil
		}, false
	}
	switch {
	case name == "initialize" && !stateless:
		return func(context.Context) (any, error) { return c.initialize(p), nil }, true
	case (name == "ping" || name == "logging/setLevel") && !stateless:
		return func(context.Context) (any, error) { return struct{}{}, nil }, false
	case name == "server/discover" && stateless:
		return list(listing{Versions: versions, Capabilities: capabilities, Instructions: instructions})
	case name == "tools/list":
		return list(listing{Tools: c.tools()})
	case name == "prompts/list":
		return list(listing{Prompts: c.prompts()})
	case name == "resources/templates/list":
		return list(listing{Templates: templates})
	case name == "resources/list":
		return func(ctx context.Context) (any, error) { return c.list(ctx, p.Cursor) }, false
	case name == "tools/call":
		return func(ctx context.Context) (any, error) { return c.call(ctx, p) }, true
	case name == "resources/read":
		return func(ctx context.Context) (any, error) { return c.resource(ctx, p.URI) }, true
	case name == "prompts/get":
		return func(ctx context.Context) (any, error) { return c.prompt(ctx, p) }, true
	}
	return nil, false
}

// initialize begins a conversation, in the revision that the client asks for if that revision has a handshake.
func (c *conversation) initialize(p *params) *initialized {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.begun, c.client = true, p.ClientInfo.Name
	version := versions[1]
	if known(p.ProtocolVersion) && p.ProtocolVersion != versions[0] {
		version = p.ProtocolVersion
	}
	return &initialized{capabilities, instructions, version, c.self()}
}
