// Package term shows text on a terminal: its width, its colours, and how a line is wrapped to it.
package term

import (
	"fmt"
	"os"
	"strconv"

	"golang.org/x/term"
)

// A Screen is what an answer is written to. The zero value is a pipe or a file: lines stay whole and plain.
type Screen struct {
	Width, Height int // in cells and lines; 0 where it is no terminal
	Color         bool
}

// Is reports whether it is a terminal.
func (s Screen) Is() bool { return s.Width > 0 }

// usual is the size of a terminal that does not tell its own.
const usualWidth, usualHeight = 80, 24

// Of returns the screen of a file, without colour. COLUMNS and LINES stand for its size, if they are set.
func Of(f *os.File, getenv func(string) string) (s Screen) {
	if !IsTerminal(f, getenv) {
		return s
	}
	s.Width, s.Height = usualWidth, usualHeight
	if w, h, err := term.GetSize(int(f.Fd())); err == nil && w > 0 && h > 0 {
		s.Width, s.Height = w, h
	}
	for name, to := range map[string]*int{"COLUMNS": &s.Width, "LINES": &s.Height} {
		if n, err := strconv.Atoi(getenv(name)); err == nil && n > 0 {
			*to = n
		}
	}
	return s
}

// IsTerminal reports whether a file is a terminal on which text can be moved and coloured.
func IsTerminal(f *os.File, getenv func(string) string) bool {
	return getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}

// IsKeyboard reports whether a person may type into a file.
func IsKeyboard(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// A When says when there is colour. It is the value of a flag.
type When string

// The values of a When.
const (
	Auto   When = "auto" // on a terminal, unless NO_COLOR or CLICOLOR=0 is set; everywhere if CLICOLOR_FORCE is
	Always When = "always"
	Never  When = "never"
)

// Set implements pflag.Value.
func (w *When) Set(s string) error {
	switch v := When(s); v {
	case Auto, Always, Never:
		*w = v
		return nil
	}
	return fmt.Errorf("it is auto, always or never, not %q", s)
}

func (w *When) String() string { return string(*w) }

// Type implements pflag.Value.
func (w *When) Type() string { return "MODE" }

// Colors reports whether there is colour on what is a terminal or not; see https://bixense.com/clicolors.
func (w When) Colors(terminal bool, getenv func(string) string) bool {
	forced := getenv("CLICOLOR_FORCE")
	switch {
	case w == Always || w == Never:
		return w == Always
	case getenv("NO_COLOR") != "":
		return false
	case forced != "" && forced != "0":
		return true
	}
	return terminal && getenv("CLICOLOR") != "0"
}

// A Style is a kind of emphasis: the parameters of a SGR sequence.
type Style string

// The styles, by what they say.
const (
	Bold   Style = "1"    // the name of a thing
	Faint  Style = "2"    // where it is from
	Match  Style = "1;31" // what was looked for
	Good   Style = "32"
	Warned Style = "33"
	Bad    Style = "31"
	Key    Style = "36" // what can be typed: an id, a command
)

const reset = "\x1b[0m"

// In returns a text in a style, as it is where there is no colour.
func (s Screen) In(style Style, text string) string {
	if !s.Color || text == "" {
		return text
	}
	return "\x1b[" + string(style) + "m" + text + reset
}
