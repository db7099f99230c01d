package jsonscan

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil/must"
)

// walk decodes the value at the scanner with the cursor's own methods. Numbers become their
// text.
func walk(c *Scanner, depth int) any {
	switch c.Peek() {
	case '{':
		m := map[string]any{}
		for key := range c.Members() {
			key := Repair(key)
			m[key] = walk(c, depth+1)
		}
		return m
	case '[':
		l := []any{}
		for range c.Elements() {
			l = append(l, walk(c, depth+1))
		}
		return l
	case '"':
		return c.Text().String()
	}
	switch raw := string(c.Raw()); raw {
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

// FuzzScanner holds the walker against encoding/json: it accepts every valid text, whole, and
// reads the same from it.
func FuzzScanner(f *testing.F) {
	for _, s := range []string{
		`{}`, `[]`, `null`, `-1.5e+3`, `"a\"b\\"`, `{"a":{"b":[1,{"c":null}]},"a":2}`, ` { "x" : [ true , false ] } `,
		`"\ud83d\ude00\ud83d \u00e9\/\b\f\n\r\t"`, `{"":""}`, `[[[[[]]]]]`, `{"\u0061":1}`, `"\\"`, `{"a":"\\\""}`, `[1,]`, `{"a" 1}`, `"x`,
		"\"\x00\"", "\"\xff\"",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		skipped := Scanner{Data: b}
		skipped.Skip()
		whole := !skipped.Bad && skipped.Peek() == 0
		if !json.Valid(b) {
			walk(&Scanner{Data: b}, 0) // anything but a panic
			return
		}
		must.Be(t, whole && skipped.Pos == len(b), "valid text not skipped whole: %q, at %d, bad %v", b, skipped.Pos, skipped.Bad)
		d := json.NewDecoder(bytes.NewReader(b))
		d.UseNumber()
		var want any
		if err := d.Decode(&want); err != nil {
			t.Skip(err) // too deep for encoding/json
		}
		c := Scanner{Data: b}
		got := walk(&c, 0)
		must.Be(t, !c.Bad && c.Peek() == 0, "valid text not walked whole: %q", b)
		must.Be(t, !utf8.Valid(b) || reflect.DeepEqual(got, want), "%q: got %#v, want %#v", b, got, want)
	})
}

func TestScannerRefuses(t *testing.T) {
	for _, s := range []string{``, `{`, `}`, `{"a"}`, `{"a":}`, `{"a":1,}`, `{a:1}`, `{"a":1 "b":2}`, `[1 2]`, `[,]`, `[1}`, `{"a":1]`, `"`, `"\"`, `nul`, `truefalse`, `{"a":{"b":1}`, `tru`, `+`, `{"a":"b"c}`} {
		c := Scanner{Data: []byte(s)}
		c.Skip()
		must.Hold(t, c.Bad || c.Peek() != 0, "%q was taken for whole", s)
	}
}

func TestScannerGoesDeep(t *testing.T) {
	const n = 1 << 17
	text := strings.Repeat(`{"a":[`, n) + strings.Repeat(`]}`, n)
	c := Scanner{Data: []byte(text)}
	if c.Skip(); c.Bad || c.Pos != len(text) {
		t.Fatalf("stopped at %d, bad %v", c.Pos, c.Bad)
	}
}

func TestTruthy(t *testing.T) {
	for s, want := range map[string]bool{`true`: true, `"x"`: true, `1`: true, `[0]`: true, `{"a":null}`: true, `" "`: true,
		`false`: false, `null`: false, `0`: false, `""`: false, `[]`: false, `{}`: false, `{ }`: false, `[ ]`: false, ``: false, `[`: false} {
		must.Equal(t, (&Scanner{Data: []byte(s)}).Truthy(), want, "%s", s)
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
		must.Equal(t, Literal(in).String(), want, "%q:", in)
	}
	must.Hold(t, Literal(`us\u0065r`).Is("user") && !Literal(`user `).Is("user"), "is")
}
