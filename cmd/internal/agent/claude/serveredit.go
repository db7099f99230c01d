package claude

import (
	"fmt"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude/jsonc"
)

func errTwice(key string) error { return fmt.Errorf("it has the key %q twice", key) }

// walk goes down the members of objects that keys name for as far as there are any, a null being none,
// and returns the last object and how many keys lead to it.
func (d draft) walk(keys []string) (n jsonc.Node, deep int, err error) {
	n = d.Root
	for _, key := range keys {
		i, twice := n.Member(key)
		switch {
		case twice:
			return n, deep, errTwice(key)
		case i < 0 || n.Items[i].Value.Kind == jsonc.Null:
			return n, deep, nil
		case n.Items[i].Value.Kind != jsonc.Object:
			return n, deep, fmt.Errorf("its %q is no object", key)
		}
		n = n.Items[i].Value
		deep++
	}
	return n, deep, nil
}

// putServer adds memoria's server or brings it up to date, and returns how many of the objects around it were made
// for it.
func (d draft) putServer(at Servers, c hookline.Command) (made int, err error) {
	old, v, err := d.server(at)
	switch {
	case err != nil:
		return 0, err
	case old == nil:
		return d.addServer(at, c)
	case !old.Ours:
		return 0, ErrForeignServer
	}
	if old.Binary == c.Binary && old.Vault == c.Vault {
		return 0, nil
	}
	command, _ := v.Member("command")
	edits := []jsonc.Edit{jsonc.Replace(v.Items[command].Value, jsonc.Encode(c.Binary))}
	args := command
	if at.form.One {
		edits = nil
	} else {
		args, _ = v.Member("args")
	}
	was := v.Items[args].Value
	text := d.Style.Print(at.form.args(c), jsonc.IndentAt(d.Text, was.Start), jsonc.Spread(d.Text, was))
	return 0, d.Apply(append(edits, jsonc.Replace(was, text))...)
}

func (d draft) addServer(at Servers, c hookline.Command) (made int, err error) {
	if at.form.Schema != "" && d.bare(d.Root) {
		if err := d.Add(d.Root, jsonc.Field{"$schema", at.form.Schema}); err != nil {
			return 0, err
		}
	}
	n, deep, err := d.walk(at.in)
	if err != nil {
		return 0, err
	}
	path := append(at.in[:len(at.in):len(at.in)], serverName)
	var v any = at.form.entry(c)
	for i := len(path) - 1; i > deep; i-- {
		v = jsonc.Fields{{path[i], v}}
	}
	made = len(at.in) - deep
	if i, _ := n.Member(path[deep]); i >= 0 { // a null
		was := n.Items[i].Value
		return made, d.Apply(jsonc.Replace(was, d.Style.Print(v, jsonc.IndentAt(d.Text, was.Start), d.Lines(n))))
	}
	return made, d.Add(n, jsonc.Field{path[deep], v})
}

// dropServer removes memoria's server, and the innermost made objects around it if they are empty then.
func (d draft) dropServer(at Servers, made int) error {
	path := append(at.in[:len(at.in):len(at.in)], serverName)
	for i := len(at.in); i >= 0 && i >= len(at.in)-made; i-- {
		n, deep, err := d.walk(path[:i])
		if err != nil || deep < i {
			return err
		}
		j, _ := n.Member(path[i])
		if j < 0 || i < len(at.in) && !d.bare(n.Items[j].Value) {
			return nil
		}
		if err := d.Remove(n, j); err != nil {
			return err
		}
	}
	return nil
}
