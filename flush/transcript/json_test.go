package transcript

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// walk decodes the value at the cursor with the cursor's own methods. Numbers become their
// text.
func walk(c *cursor, depth int) any {
	switch c.peek() {
	case '{':
		m := map[string]any{}
		for key := range c.members() {
			key := repair(key)
			m[key] = walk(c, depth+1)
		}
		return m
	case '[':
		l := []any{}
		for range c.elements() {
			l = append(l, walk(c, depth+1))
		}
		return l
	case '"':
		return c.text().String()
	}
	switch raw := string(c.raw()); raw {
	case "true":
		return true
	case "false":
		return false
	case "null":
		return nil
	default:
		return json.Number(raw)
	}
}

// FuzzCursor holds the walker against encoding/json: it accepts every valid text, whole, and
// reads the same from it.
func FuzzCursor(f *testing.F) {
	for _, s := range []string{
		`{}`, `[]`, `null`, `-1.5e+3`, `"a\"b\\"`, `{"a":{"b":[1,{"c":null}]},"a":2}`, ` { "x" : [ true , false ] } `,
		`"\ud83d\ude00\ud83d \u00e9\/\b\f\n\r\t"`, `{"":""}`, `[[[[[]]]]]`, `{"\u0061":1}`, `"\\"`, `{"a":"\\\""}`, `[1,]`, `{"a" 1}`, `"x`,
		"\"\x00\"", "\"\xff\"",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		skipped := cursor{b: b}
		skipped.skip()
		whole := !skipped.bad && skipped.peek() == 0
		if !json.Valid(b) {
			walk(&cursor{b: b}, 0) // anything but a panic
			return
		}
		if !whole || skipped.i != len(b) {
			t.Fatalf("valid text not skipped whole: %q, at %d, bad %v", b, skipped.i, skipped.bad)
		}
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		var want any
		if err := d.Decode(&want); err != nil {
			t.Skip(err) // too deep for encoding/json
		}
		c := cursor{b: b}
		got := walk(&c, 0)
		if c.bad || c.peek() != 0 {
			t.Fatalf("valid text not walked whole: %q", b)
		}
		if utf8.Valid(b) && !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: got %#v, want %#v", b, got, want)
		}
	})
}

func TestCursorRefuses(t *testing.T) {
	for _, s := range []string{``, `{`, `}`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{a:1}`, `{"a":1 "b":2}`, `[1 2]`, `[,]`, `[1}`, `{"a":1]`, `"`, `"\"`, `nul`, `truefalse`, `{"a":{"b":1}`, `tru`, `+`, `{"a":"b"c}`} {
		c := cursor{b: []byte(s)}
		c.skip()
		if !c.bad && c.peek() == 0 {
			t.Errorf("%q was taken for whole", s)
		}
	}
}

func TestCursorGoesDeep(t *testing.T) {
	const n = 1 << 17
	text := strings.Repeat(`{"a":[`, n) + strings.Repeat(`]}`, n)
	c := cursor{b: []byte(text)}
	if c.skip(); c.bad || c.i != len(text) {
		t.Fatalf("stopped at %d, bad %v", c.i, c.bad)
	}
}

func TestTruthy(t *testing.T) {
	for s, want := range map[string]bool{`true`: true, `"x"`: true, `1`: true, `[0]`: true, `{"a":null}`: true, `" "`: true,
		`false`: false, `null`: false, `0`: false, `""`: false, `[]`: false, `{}`: false, `{ }`: false, `[ ]`: false, ``: false, `[`: false} {
		if got := (&cursor{b: []byte(s)}).truthy(); got != want {
			t.Errorf("%s: %v", s, got)
		}
	}
}

func TestLiteral(t *testing.T) {
	for in, want := range map[string]string{
		`plain`:                      "plain",
		`a\nb\tc\"d\\e\/f`:           "a\nb\tc\"d\\e/f",
		`\u00e9\u4e2d\ud83d\ude80`:   "é中🚀",
		`\ud83d`:                     "\uFFFD",
		`\ud83dx\ude80`:              "\uFFFDx\uFFFD",
		`\ud83d\ud83d\ude80`:         "\uFFFD🚀",
		`cut \u00`:                   "cut \uFFFD00",
		`cut \`:                      "cut ",
		"caf\xe9 na\xefve":           "café naïve",      // Latin-1
		"\x93quoted\x94 \x96 50\x80": "“quoted” – 50€",  // Windows-1252
		"caf\xc3\xa9 cut \xc3":       "café cut \uFFFD", // UTF-8 with a torn character
		"\xff\xfe":                   "ÿþ",
	} {
		if got := lit(in).String(); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
	if !lit(`us\u0065r`).is("user") || lit(`user `).is("user") {
		t.Error("is")
	}
}
