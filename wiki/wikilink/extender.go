package wikilink

import (
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// An Extender adds everything of this package to a goldmark.Markdown, and GFM tables with it,
// whose cells depend on the links inside them.
type Extender struct {
	Resolver Resolver // where links lead; nil shows every link as text
}

// New returns an extender whose links are shown as text.
func New() goldmark.Extender { return &Extender{} }

// Extend implements [goldmark.Extender].
func (e *Extender) Extend(m goldmark.Markdown) {
	m.Parser().AddOptions(
		parser.WithBlockParsers(
			util.Prioritized(commentBlockParser{}, 690), // before fenced code at 700: a comment may hold a fence
			util.Prioritized(mathBlockParser{}, 691),
		),
		parser.WithInlineParsers(
			util.Prioritized(commentParser{}, 190),
			util.Prioritized(mathParser{}, 191),
			util.Prioritized(newLinkParser(), 199), // goldmark's link parser is at 200 and takes single brackets
			util.Prioritized(blockIDParser{}, 990),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(tableTransformer{}, 200),
		),
		parser.WithASTTransformers(
			util.Prioritized(extension.NewTableASTTransformer(), 0),
		),
	)
	m.Renderer().AddOptions(renderer.WithNodeRenderers(
		util.Prioritized(extension.NewTableHTMLRenderer(), 500),
		util.Prioritized(&htmlRenderer{resolver: e.Resolver}, 199),
	))
}
