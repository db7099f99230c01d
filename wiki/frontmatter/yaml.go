package frontmatter

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

var errAlias = errors.New("anchors and aliases are not read")

// viaYAML reads the lines of p with the YAML library.
func (h *Header) viaYAML(p Property) (Value, error) {
	chunk := h.Source[p.start:p.end]
	if depth(chunk) > maxDepth {
		return Value{}, errors.New("lists are nested too deep")
	}
	file, err := parser.ParseBytes(chunk, 0)
	if err != nil {
		return Value{}, errors.New(yamlReason(err))
	}
	if len(file.Docs) != 1 {
		return Value{}, errors.New("more than one document")
	}
	var m *ast.MappingValueNode
	switch body := file.Docs[0].Body.(type) {
	case *ast.MappingNode:
		if len(body.Values) == 1 {
			m = body.Values[0]
		}
	case *ast.MappingValueNode:
		m = body
	}
	if m == nil {
		return Value{}, errors.New("not one property")
	}
	key, null, err := nodeText(m.Key)
	if null {
		key = m.Key.GetToken().Value
	}
	if err != nil || key != p.Key {
		return Value{}, fmt.Errorf("the key reads %q", key)
	}
	return nodeValue(m.Value)
}

// depth returns how deep brackets nest in b, counting every bracket.
func depth(b []byte) int {
	n, deepest := 0, 0
	for _, c := range b {
		switch c {
		case '[', '{':
			n++
			deepest = max(deepest, n)
		case ']', '}':
			n = max(0, n-1)
		}
	}
	return deepest
}

// yamlReason returns the first line of the library's error without its position.
func yamlReason(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	if _, rest, ok := strings.Cut(line, "] "); ok && strings.HasPrefix(line, "[") {
		return rest
	}
	return line
}

func nodeValue(n ast.Node) (Value, error) {
	switch n := n.(type) {
	case *ast.SequenceNode:
		return listValue(n)
	case *ast.MappingNode, *ast.MappingValueNode:
		return Value{Form: Other, Items: leaves("", n)}, aliasIn(n)
	case nil, *ast.NullNode:
		return Value{Form: Null}, nil
	}
	text, null, err := nodeText(n)
	if null {
		return Value{Form: Null}, err
	}
	return Value{Form: Text, Text: text}, err
}

func listValue(n *ast.SequenceNode) (Value, error) {
	v := Value{Form: List}
	for _, e := range n.Values {
		if s, ok := e.(*ast.SequenceNode); ok { // [[page]] without quotes
			if text, ok := linkNode(s); ok {
				v.Items = append(v.Items, Element{Text: text})
				continue
			}
		}
		switch e.(type) {
		case *ast.SequenceNode, *ast.MappingNode, *ast.MappingValueNode:
			return Value{Form: Other, Items: leaves("", n)}, aliasIn(n)
		}
		text, null, err := nodeText(e)
		if err != nil {
			return Value{}, err
		}
		v.Items = append(v.Items, Element{Text: text, Null: null})
	}
	return v, nil
}

// leaves returns the texts in a node, each after the keys that lead to it: "place.name: Kiel".
func leaves(keys string, n ast.Node) (out []Element) {
	switch n := n.(type) {
	case *ast.MappingNode:
		for _, v := range n.Values {
			out = append(out, leaves(keys, v)...)
		}
	case *ast.MappingValueNode:
		key, _, _ := nodeText(n.Key)
		return leaves(strings.TrimPrefix(keys+"."+key, "."), n.Value)
	case *ast.SequenceNode:
		for _, v := range n.Values {
			out = append(out, leaves(keys, v)...)
		}
	default:
		if text, null, err := nodeText(n); !null && err == nil {
			out = append(out, Element{Text: strings.TrimPrefix(keys+": "+text, ": ")})
		}
	}
	return out
}

// linkNode returns a list of one list of one text as the link that was typed.
func linkNode(s *ast.SequenceNode) (string, bool) {
	if len(s.Values) != 1 {
		return "", false
	}
	in, ok := s.Values[0].(*ast.SequenceNode)
	if !ok || len(in.Values) != 1 {
		return "", false
	}
	text, null, err := nodeText(in.Values[0])
	return "[[" + text + "]]", !null && err == nil
}

// nodeText returns a scalar as it was typed, quotes and escapes resolved.
func nodeText(n ast.Node) (text string, null bool, err error) {
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return "", true, nil
	case *ast.StringNode:
		return n.Value, false, nil
	case *ast.LiteralNode:
		return n.Value.Value, false, nil
	case *ast.TagNode:
		return nodeText(n.Value)
	case *ast.AliasNode, *ast.AnchorNode, *ast.MergeKeyNode:
		return "", false, errAlias
	case ast.ScalarNode:
		tok := n.GetToken()
		if tok.Type == token.ImplicitNullType {
			return "", true, nil
		}
		return tok.Value, false, nil
	}
	return "", false, fmt.Errorf("a %s is no text", n.Type())
}

// aliasIn returns an error if there is an alias anywhere below n: its value may have any size.
func aliasIn(n ast.Node) error {
	if len(ast.Filter(ast.AliasType, n))+len(ast.Filter(ast.AnchorType, n)) > 0 {
		return errAlias
	}
	return nil
}
