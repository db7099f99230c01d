package claude

import (
	"fmt"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
)

func errTwice(key string) error { return fmt.Errorf("it has the key %q twice", key) }

// walk goes down the members of objects that keys name for as far as there are any, a null being none,
// and returns the last object and how many keys lead to it.
func (d *draft) walk(keys []string) (n node, deep int, err error) {
	n = d.root
	for _, key := range keys {
		i, twice := n.member(key)
		switch {
		case twice:
			return n, deep, errTwice(key)
		case i < 0 || n.items[i].value.kind == null:
			return n, deep, nil
		case n.items[i].value.kind != object:
			return n, deep, fmt.Errorf("its %q is no object", key)
		}
		n = n.items[i].value
		deep++
	}
	return n, deep, nil
}

// putServer adds memoria's server or brings it up to date, and returns how many of the objects around it were made
// for it.
func (d *draft) putServer(at Servers, c hookline.Command) (made int, err error) {
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
	command, _ := v.member("command")
	args, _ := v.member("args")
	was := v.items[args].value
	text := d.style.print(serverArgs(c), indentAt(d.s, was.start), spread(d.s, was))
	return 0, d.apply(replaced(v.items[command].value, encode(c.Binary)), replaced(was, text))
}

func replaced(n node, s string) edit { return edit{n.start, n.end - n.start, s} }

func (d *draft) addServer(at Servers, c hookline.Command) (made int, err error) {
	n, deep, err := d.walk(at.in)
	if err != nil {
		return 0, err
	}
	path := append(at.in[:len(at.in):len(at.in)], serverName)
	var v any = newServer(c)
	for i := len(path) - 1; i > deep; i-- {
		v = fields{{path[i], v}}
	}
	made = len(at.in) - deep
	if i, _ := n.member(path[deep]); i >= 0 { // a null
		was := n.items[i].value
		return made, d.apply(replaced(was, d.style.print(v, indentAt(d.s, was.start), d.lines(n))))
	}
	return made, d.add(n, field{path[deep], v})
}

// dropServer removes memoria's server, and the innermost made objects around it if they are empty then.
func (d *draft) dropServer(at Servers, made int) error {
	path := append(at.in[:len(at.in):len(at.in)], serverName)
	for i := len(at.in); i >= 0 && i >= len(at.in)-made; i-- {
		n, deep, err := d.walk(path[:i])
		if err != nil || deep < i {
			return err
		}
		j, _ := n.member(path[i])
		if j < 0 || i < len(at.in) && !d.bare(n.items[j].value) {
			return nil
		}
		if err := d.remove(n, j); err != nil {
			return err
		}
	}
	return nil
}
