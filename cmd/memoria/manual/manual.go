// Package manual writes the manual pages of the program: one for each command, from what --help says, and memoria(1),
// which has the environment, the files and the exit codes too. The form is mdoc(7), which man, mandoc and groff read.
package manual

import (
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil/pick"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A Page is one manual page.
type Page struct {
	Name string // of its file, such as memoria-sync.1
	Text []byte
}

// Pages returns the pages of root and its commands. day is the day that they carry.
func Pages(root *cobra.Command, day time.Time) []Page {
	out := []Page{page(root, day)}
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			out = append(out, page(c, day))
		}
	}
	return out
}

// page returns the page of a command. A command of several words, as queue drop, has a section in the page of the first.
func page(c *cobra.Command, day time.Time) Page {
	name := strings.ReplaceAll(c.CommandPath(), " ", "-")
	w := &writer{}
	w.macro("Dd", day.UTC().Format("January 2, 2006"))
	w.macro("Dt", strings.ToUpper(name), "1")
	w.macro("Os")
	w.macro("Sh", "NAME")
	w.macro("Nm", name)
	w.macro("Nd", w.quote(c.Short))
	w.macro("Sh", "SYNOPSIS")
	for _, s := range append([]*cobra.Command{c}, parts(c)...) {
		if s.Runnable() || s == c {
			w.synopsis(s)
		}
	}
	w.macro("Sh", "DESCRIPTION")
	w.text(c.Long)
	if !c.HasParent() {
		w.commands(c)
	}
	w.options("Sh", "OPTIONS", c)
	for _, s := range parts(c) {
		w.macro("Sh", w.quote(strings.ToUpper(s.CommandPath())))
		w.text(s.Short + ".")
		w.text(s.Long)
		w.options("Ss", "Options of "+s.Name(), s)
	}
	if !c.HasParent() {
		w.places()
	}
	w.macro("Sh", "EXIT STATUS")
	if c.HasParent() {
		w.line("The codes are those of all commands; see")
		w.macro("Xr", "memoria", "1", ".")
	} else {
		w.list(codes)
	}
	for i, s := range append([]*cobra.Command{c}, parts(c)...) {
		if i == 0 && s.Example != "" {
			w.macro("Sh", "EXAMPLES")
		}
		if s.Example != "" {
			w.literal(s.Example)
		}
	}
	w.seeAlso(c)
	return Page{name + ".1", []byte(w.String())}
}

// parts lists the commands below a command that is not the root.
func parts(c *cobra.Command) (out []*cobra.Command) {
	if !c.HasParent() {
		return nil
	}
	return pick.Where(c.Commands(), func(s *cobra.Command) bool { return s.IsAvailableCommand() })
}

func (w *writer) synopsis(c *cobra.Command) {
	w.macro("Nm", w.quote(c.CommandPath()))
	if c.HasSubCommands() && !c.HasParent() {
		w.macro("Ar", "command")
	}
	if c.HasAvailableFlags() {
		w.macro("Op", "Ar", "options")
	}
	for _, arg := range strings.Fields(c.Use)[1:] {
		if in, ok := strings.CutPrefix(arg, "["); ok {
			w.macro("Op", "Ar", escape(strings.Replace(in, "]", "", 1)))
		} else {
			w.macro("Ar", escape(arg))
		}
	}
}

// commands lists the commands in their groups.
func (w *writer) commands(root *cobra.Command) {
	w.macro("Sh", "COMMANDS")
	w.line("Each has a page of its own.")
	for _, g := range root.Groups() {
		w.macro("Ss", w.quote(strings.TrimSuffix(g.Title, ":")))
		w.macro("Bl", "-tag", "-width", "Ds")
		for _, c := range root.Commands() {
			if c.GroupID == g.ID && c.IsAvailableCommand() && c.Name() != "help" {
				w.macro("It", "Xr", "memoria-"+c.Name(), "1")
				w.sentence(c.Short)
			}
		}
		w.macro("El")
	}
}

// options lists the flags of a command, without those that every command has.
func (w *writer) options(level, title string, c *cobra.Command) {
	c.InitDefaultHelpFlag()
	c.InitDefaultVersionFlag()
	var list []*pflag.Flag
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Name != "help" && (f.Name != "vault" || !c.HasParent()) {
			list = append(list, f)
		}
	})
	if level == "Ss" && len(list) == 0 {
		return
	}
	w.macro(level, w.quote(title))
	w.macro("Bl", "-tag", "-width", "Ds")
	for _, f := range list {
		word, usage := pflag.UnquoteUsage(f)
		words := []string{"It"}
		if f.Shorthand != "" {
			words = append(words, "Fl", f.Shorthand, ",")
		}
		words = append(words, "Fl", "-"+f.Name)
		if word != "" {
			words = append(words, "Ar", escape(word))
		}
		w.macro(words...)
		w.sentence(usage)
		if d := f.DefValue; f.Value.Type() != "bool" && d != "" && d != "0" && d != "[]" {
			w.line("Default: " + d + ".")
		}
	}
	if level == "Sh" {
		if c.HasParent() {
			w.macro("It", "Fl", "-vault", "Ar", "DIR")
			w.line("The vault to work on.")
		}
		w.macro("It", "Fl", "h", ",", "Fl", "-help")
		w.line("Show what the command takes.")
	}
	w.macro("El")
}

func (w *writer) seeAlso(c *cobra.Command) {
	w.macro("Sh", "SEE ALSO")
	if c.HasParent() {
		w.macro("Xr", "memoria", "1")
		w.macro("Pp")
	}
	w.macro("Lk", "https://github.com/agent-admin/memoria/tree/main/docs", w.quote("documentation"))
}

// A row is a term with what it means.
type row struct{ Term, text string }

func (w *writer) list(rows []row, macro ...string) {
	w.macro("Bl", "-tag", "-width", "Ds")
	for _, r := range rows {
		w.macro(append(append([]string{"It"}, macro...), escape(r.Term))...)
		w.line(r.text)
	}
	w.macro("El")
}

func (w *writer) places() {
	w.macro("Sh", "ENVIRONMENT")
	w.line("A flag wins over a variable, and a variable over the settings.")
	w.list(Environment, "Ev")
	w.macro("Sh", "FILES")
	w.list(files, "Pa")
}
