package mcp

import (
	"context"
	"reflect"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// argumentsOf are those of a tool, nil for a tool without any.
func argumentsOf(tool string) reflect.Type {
	switch tool {
	case "search":
		return reflect.TypeFor[SearchArgs]()
	case "read":
		return reflect.TypeFor[ReadArgs]()
	case "related":
		return reflect.TypeFor[RelatedArgs]()
	case "recent":
		return reflect.TypeFor[RecentArgs]()
	case "remember":
		return reflect.TypeFor[RememberArgs]()
	}
	return nil
}

// takes says which arguments a tool needs and may have.
func takes(tool string) string {
	t := argumentsOf(tool)
	if t == nil {
		return tool + " takes no arguments"
	}
	var must, may []string
	for i := range t.NumField() {
		if name, rest, _ := strings.Cut(t.Field(i).Tag.Get("json"), ","); rest == "omitempty" {
			may = append(may, name)
		} else {
			must = append(must, name)
		}
	}
	if len(must) == 0 {
		return tool + " may have " + strings.Join(may, ", ")
	}
	out := tool + " needs " + strings.Join(must, ", ")
	if len(may) > 0 {
		out += ", and may have " + strings.Join(may, ", ")
	}
	return out
}

// tellArguments adds to the refusal of a call's arguments, which names what is wrong with them alone, those that
// the tool has.
func tellArguments(server *sdk.Server) {
	server.AddReceivingMiddleware(func(next sdk.MethodHandler) sdk.MethodHandler {
		return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
			res, err := next(ctx, method, req)
			call, _ := req.(*sdk.CallToolRequest)
			out, ok := res.(*sdk.CallToolResult)
			if err != nil || !ok || call == nil || call.Params == nil || !out.IsError || len(out.Content) != 1 {
				return res, err
			}
			if text, ok := out.Content[0].(*sdk.TextContent); ok && strings.HasPrefix(text.Text, `validating "arguments": `) {
				text.Text += "; " + takes(call.Params.Name)
			}
			return res, err
		}
	})
}
