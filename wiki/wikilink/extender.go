package wikilink

import (
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/util"
)

// New returns an extension that makes a goldmark.Markdown parse all nodes of this package, and GFM tables,
// whose cells depend on the links inside them. Rendering the nodes is left to the caller.
func New() goldmark.Extender { return extender{} }

type extender struct{}

// Extend implements [goldmark.Extender].
func (extender) Extend(m goldmark.Markdown) {
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
}
