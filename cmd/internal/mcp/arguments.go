package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// An arg is an argument of a tool: a field of the struct that holds the tool's arguments, a string or an int.
type arg struct {
	name, description string
	optional          bool
	number            bool
}

// argsOf reads the arguments off a struct: names from the tags json, what they are for from the tags about.
func argsOf(t reflect.Type) (all []arg) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		all = append(all, arg{name, f.Tag.Get("about"), rest == "omitempty", f.Type.Kind() == reflect.Int})
	}
	return all
}

func (a arg) kind() string {
	if a.number {
		return "integer"
	}
	return "string"
}

// names returns the names of the required and of the optional arguments.
func names(args []arg) (must, may []string) {
	for _, a := range args {
		if a.optional {
			may = append(may, a.name)
		} else {
			must = append(must, a.name)
		}
	}
	return must, may
}

// schemaOf returns the JSON schema of arguments, in their order. An agent pays for each word of it in each session, so
// what decode checks by itself is not said.
func schemaOf(args []arg) json.RawMessage {
	b := []byte(`{"type":"object"`)
	for i, a := range args {
		before := ","
		if i == 0 {
			before = `,"properties":{`
		}
		b = fmt.Appendf(b, `%s%s:{"type":%s`, before, quote(a.name), quote(a.kind()))
		if a.description != "" {
			b = fmt.Appendf(b, `,"description":%s`, quote(a.description))
		}
		b = append(b, '}')
	}
	if len(args) > 0 {
		b = append(b, '}')
	}
	if must, _ := names(args); len(must) > 0 {
		b = fmt.Appendf(b, `,"required":%s`, quote(must))
	}
	return append(b, '}')
}

func quote(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil { // a string, or a list of strings
		panic(err)
	}
	return b
}

// takes describes the required and optional arguments of a tool.
func takes(tool string, args []arg) string {
	var parts []string
	must, may := names(args)
	if len(must) > 0 {
		parts = append(parts, "needs "+strings.Join(must, ", "))
	}
	if len(may) > 0 {
		parts = append(parts, "may have "+strings.Join(may, ", "))
	}
	if len(parts) == 0 {
		return tool + " takes no arguments"
	}
	return tool + " " + strings.Join(parts, ", and ")
}

// decode reads arguments into a struct. The error says what is wrong with them.
func decode(raw json.RawMessage, args []arg, into reflect.Value) error {
	given := map[string]json.RawMessage{}
	if len(raw) > 0 && string(raw) != "null" && json.Unmarshal(raw, &given) != nil {
		return fmt.Errorf(`validating "arguments": they are no object`)
	}
	var lacking []string
	for i, a := range args {
		v, ok := given[a.name]
		delete(given, a.name)
		if !ok {
			if !a.optional {
				lacking = append(lacking, a.name)
			}
			continue
		}
		if err := a.set(into.Field(i), v); err != nil {
			return fmt.Errorf(`validating "arguments": %s: %w`, a.name, err)
		}
	}
	if len(given) > 0 {
		return fmt.Errorf(`validating "arguments": unexpected properties %q`, slices.Sorted(maps.Keys(given)))
	}
	if len(lacking) > 0 {
		return fmt.Errorf(`validating "arguments": missing properties %q`, lacking)
	}
	return nil
}

// set reads the value of an argument. An integer may be written as 2.0.
func (a arg) set(field reflect.Value, raw json.RawMessage) error {
	raw = bytes.TrimSpace(raw)
	if !a.number {
		var s string
		if raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
			return fmt.Errorf(`it is %s, not "string"`, kindOf(raw))
		}
		field.SetString(s)
		return nil
	}
	f, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return fmt.Errorf(`it is %s, not "integer"`, kindOf(raw))
	}
	field.SetInt(int64(f))
	return nil
}

// kindOf names what a value is in JSON.
func kindOf(raw json.RawMessage) string {
	switch raw[0] {
	case '"':
		return `"string"`
	case '{':
		return `"object"`
	case '[':
		return `"array"`
	case 't', 'f':
		return `"boolean"`
	case 'n':
		return `"null"`
	}
	return `"number"`
}
