package claude

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude/jsonc"
)

// hooksPart are memoria's hooks in a settings file.
type hooksPart struct{ hookline.Command }

func (hooksPart) slot() string { return "" }

func (hooksPart) find(d draft) (found, error) {
	had, mixed, err := d.entries()
	guess := func(r *record, text string) error { return r.guess(text, had) }
	return found{len(had) > 0, vaultsOf(had), mixed, guess}, err
}

func (p hooksPart) put(d draft, r *record) (err error) {
	r.Added, err = d.install(p.Command)
	return err
}

func (hooksPart) take(d draft, r *record) error { return d.uninstall(r.ours()) }

// guess records which containers memoria made in a file that has memoria's hooks but no record: those that would be
// empty without them.
func (r *record) guess(text string, had []entry) error {
	d, err := newDraft(text)
	if err == nil {
		err = d.uninstall(nil)
	}
	if err != nil {
		return err
	}
	hooks, _ := d.Root.Member("hooks")
	was := added{Hooks: hooks < 0}
	for _, e := range had {
		left := -1
		if hooks >= 0 {
			left, _ = d.Root.Items[hooks].Value.Member(e.event)
		}
		if left < 0 {
			was.Events = append(was.Events, e.event)
		}
	}
	r.Added = r.Added.with(was)
	return nil
}

// An entry is a memoria hook in a draft, found by indices: root.items[hooks] → event → group → inner, the group's
// member "hooks" → hook. Cursor's stand under the event themselves: then inner is -1.
type entry struct {
	event                            string // the key it stands under
	hooks, at, group, inner, hook    int
	node, groupNode, array, eventArr jsonc.Node
	call                             hookline.Call
	line                             string // as written
}

// hooksNode returns the member "hooks" of the root, or -1.
func (d draft) hooksNode() (int, error) {
	i, twice := d.Root.Member("hooks")
	if twice {
		return i, errors.New(`it has the key "hooks" twice`)
	}
	if i >= 0 {
		if k := d.Root.Items[i].Value.Kind; k != jsonc.Object && k != jsonc.Null {
			return i, errors.New(`its "hooks" is no object`)
		}
	}
	return i, nil
}

// entries returns memoria's hooks in the order in which they stand. mixed are command lines that run a memoria hook
// and something else, and so are not memoria's.
func (d draft) entries() (ours []entry, mixed []string, err error) {
	hooks, err := d.hooksNode()
	if err != nil || hooks < 0 {
		return nil, nil, err
	}
	for ei, ev := range d.Root.Items[hooks].Value.Items {
		if ev.Value.Kind != jsonc.Array {
			continue
		}
		for gi, g := range ev.Value.Items {
			if call, line, ok := d.call(g.Value); ok {
				ours = append(ours, entry{ev.Key, hooks, ei, gi, -1, gi, g.Value, g.Value, ev.Value, ev.Value, call, line})
			}
			for mi, m := range g.Value.Items {
				if m.Key != "hooks" || m.Value.Kind != jsonc.Array {
					continue
				}
				for hi, h := range m.Value.Items {
					call, line, ok := d.call(h.Value)
					if ok {
						ours = append(ours, entry{ev.Key, hooks, ei, gi, mi, hi, h.Value, g.Value, m.Value, ev.Value, call, line})
					} else if strings.Contains(line, "memoria") && slices.ContainsFunc(hookline.Known, func(agent string) bool { return strings.Contains(line, "hook "+agent+" ") }) {
						mixed = append(mixed, line)
					}
				}
			}
		}
	}
	return ours, mixed, nil
}

// call returns what a hook runs, and whether it is memoria's.
func (d draft) call(h jsonc.Node) (c hookline.Call, line string, ours bool) {
	i, twice := h.Member("command")
	if i < 0 || twice {
		return hookline.Call{}, "", false
	}
	line = jsonc.Decode(d.Text, h.Items[i].Value)
	args, twice := h.Member("args")
	if args < 0 {
		c, ours = hookline.Parse(line)
		return c, line, ours
	}
	words := []string{line}
	for _, a := range h.Items[args].Value.Items {
		words = append(words, jsonc.Decode(d.Text, a.Value))
	}
	c, ours = hookline.ParseWords(words)
	return c, strings.Join(words, " "), ours && !twice
}

// limited reports whether the group runs its hooks for some occasions of the event only.
func (e entry) limited(s string) bool {
	i, _ := e.groupNode.Member("matcher")
	if i < 0 {
		return false
	}
	v := e.groupNode.Items[i].Value
	m := jsonc.Decode(s, v)
	return v.Kind != jsonc.Null && (v.Kind != jsonc.Text || m != "" && m != "*")
}

// install gives every event of the client one memoria hook, and updates the existing ones. A memoria hook in a valid
// place keeps it.
func (d draft) install(c hookline.Command) (added, error) {
	for {
		changed, err := d.tidy(c)
		if err != nil {
			return added{}, err
		}
		if !changed {
			break
		}
	}
	hooks, err := d.hooksNode()
	if err != nil {
		return added{}, err
	}
	if hooks < 0 {
		if clients[c.Of()].flat && d.bare(d.Root) {
			if err := d.Add(d.Root, jsonc.Field{"version", 1}); err != nil {
				return added{}, err
			}
		}
		all := jsonc.Fields{}
		for _, event := range EventsOf(c.Of()) {
			all = append(all, jsonc.Field{event, jsonc.List{newGroup(c, event)}})
		}
		return added{Hooks: true, Events: EventsOf(c.Of())}, d.Add(d.Root, jsonc.Field{"hooks", all})
	}
	var add added
	if v := d.Root.Items[hooks].Value; v.Kind == jsonc.Null {
		if err := d.Apply(jsonc.Replace(v, "{}")); err != nil {
			return added{}, err
		}
		add.NullHooks = true
	}
	ours, _, err := d.entries()
	if err != nil {
		return added{}, err
	}
	for _, event := range EventsOf(c.Of()) {
		if _, twice := d.Root.Items[hooks].Value.Member(event); twice {
			return add, fmt.Errorf(`its "hooks" has the key %q twice`, event)
		}
		if slices.ContainsFunc(ours, func(e entry) bool { return e.event == event }) {
			continue
		}
		if err := d.event(hooks, c, event, &add); err != nil {
			return add, err
		}
	}
	return add, nil
}

// event adds memoria's group under event.
func (d draft) event(hooks int, c hookline.Command, event string, add *added) error {
	n := d.Root.Items[hooks].Value
	i, _ := n.Member(event)
	if i < 0 {
		add.Events = append(add.Events, event)
		return d.Add(n, jsonc.Field{event, jsonc.List{newGroup(c, event)}})
	}
	switch v := n.Items[i].Value; v.Kind {
	case jsonc.Array:
		return d.Add(v, newGroup(c, event))
	case jsonc.Null:
		if err := d.Apply(jsonc.Replace(v, "[]")); err != nil {
			return err
		}
		add.NullEvents = append(add.NullEvents, event)
		return d.Add(d.Root.Items[hooks].Value.Items[i].Value, newGroup(c, event))
	default:
		return fmt.Errorf(`its "hooks" holds no list under %q`, event)
	}
}

// tidy updates the first memoria hook that is out of date, or removes it if there is a better one.
func (d draft) tidy(c hookline.Command) (changed bool, err error) {
	ours, _, err := d.entries()
	if err != nil {
		return false, err
	}
	kept := map[string]bool{}
	for _, e := range ours {
		if kept[e.event] || slices.Contains(EventsOf(c.Of()), e.event) && e.limited(d.Text) {
			return true, d.drop(e, &added{})
		}
		kept[e.event] = true
		changed, err := d.update(e, c)
		if changed || err != nil {
			return changed, err
		}
	}
	return false, nil
}

// update makes e call c, in place. Other members that a person set, such as a longer timeout, stay.
func (d draft) update(e entry, c hookline.Command) (changed bool, err error) {
	want := c.Line(e.event)
	ok := true
	for _, it := range e.node.Items {
		switch it.Key {
		case "type":
			ok = ok && jsonc.Decode(d.Text, it.Value) == "command"
		case "timeout":
			ok = ok && it.Value.Kind == jsonc.Scalar
		case "args", "async", "if", "shell": // it would run otherwise, or not always
			ok = false
		}
	}
	command, _ := e.node.Member("command")
	kind, _ := e.node.Member("type")
	timeout, _ := e.node.Member("timeout")
	if !clients[c.Of()].flat && (!ok || kind < 0 || timeout < 0) {
		lines := strings.ContainsAny(d.Text[e.node.Start:e.node.End], "\r\n")
		text := d.Style.Print(newEntry(c, e.event), jsonc.IndentAt(d.Text, e.node.Start), lines)
		return true, d.Apply(jsonc.Replace(e.node, text))
	}
	if e.line == want {
		return false, nil
	}
	v := e.node.Items[command].Value
	return true, d.Apply(jsonc.Replace(v, jsonc.Encode(want)))
}

// uninstall removes every memoria hook, and the containers that this leaves empty: memoria's groups, and of the rest
// those that are memoria's; with no knowledge of it (nil), the lists of events.
func (d draft) uninstall(ours *added) error {
	for {
		found, _, err := d.entries()
		if err != nil || len(found) == 0 {
			return err
		}
		if err := d.drop(found[0], ours); err != nil {
			return err
		}
	}
}

// drop removes e and the containers that are empty without it.
func (d draft) drop(e entry, ours *added) error {
	if err := d.Remove(e.array, e.hook); err != nil {
		return err
	}
	event := func() jsonc.Node { return d.Root.Items[e.hooks].Value.Items[e.at].Value }
	if e.inner >= 0 {
		group := event().Items[e.group].Value
		if !d.bare(group.Items[e.inner].Value) || !d.onlyHooks(group) {
			return nil
		}
		if err := d.Remove(event(), e.group); err != nil {
			return err
		}
	}
	switch {
	case !d.bare(event()):
		return nil
	case ours != nil && slices.Contains(ours.NullEvents, e.event):
		return d.null(event())
	case ours != nil && !slices.Contains(ours.Events, e.event):
		return nil
	}
	if err := d.Remove(d.Root.Items[e.hooks].Value, e.at); err != nil {
		return err
	}
	switch {
	case !d.bare(d.Root.Items[e.hooks].Value):
		return nil
	case ours != nil && ours.NullHooks:
		return d.null(d.Root.Items[e.hooks].Value)
	case ours == nil || !ours.Hooks: // it may be the person's
		return nil
	}
	return d.Remove(d.Root, e.hooks)
}

// null puts null in the place of n.
func (d draft) null(n jsonc.Node) error { return d.Apply(jsonc.Replace(n, "null")) }

// bare reports whether n holds nothing, not even a comment.
func (d draft) bare(n jsonc.Node) bool { return len(n.Items) == 0 && !d.Commented(n.Start, n.End) }

// onlyHooks reports whether a group says nothing but for what its hooks are.
func (d draft) onlyHooks(group jsonc.Node) bool {
	n := 0
	for _, it := range group.Items {
		switch it.Key {
		case "hooks":
			n++
		case "matcher":
		default:
			return false
		}
	}
	return n == 1 && !d.Commented(group.Start, group.End)
}
