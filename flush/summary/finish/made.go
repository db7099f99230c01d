package finish

import (
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/outcome"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose/mark"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// Plans reports which turns are plans of the agent's that the person agreed to.
func Plans(turns []transcript.Turn) []bool {
	first := func(text string) string { return strings.Trim(transcript.TargetOf(text), "# ") }
	var proposed []string
	out := make([]bool, len(turns))
	for i := range turns {
		out[i] = turns[i].Role == transcript.Agent && slices.Contains(proposed, first(turns[i].Text))
		for _, s := range turns[i].Steps {
			if s.Tool == "ExitPlanMode" && s.Target != "" {
				proposed = append(proposed, first(s.Target))
			}
		}
	}
	return out
}

// Planned reports whether a text about the whole stretch tells that something was made or changed, and nothing shows it.
func (w *Work) Planned(text string) bool {
	var l Line
	l.Text = text
	for i := range w.turns {
		l.Turns = append(l.Turns, i)
	}
	return w.unmade(l)
}

// unmade reports whether a line tells that something was made or changed, and nothing shows it: no deed of the stretch, or
// none behind the plan that it rests on that has a name of the line. Where no deed is known at all, or the person tells it,
// nothing speaks against it.
func (w *Work) unmade(l Line) bool {
	if len(w.deeds) == 0 || !tells(l.Text, made()) {
		return false
	}
	plan, names := -1, []string(nil)
	for _, t := range l.Turns {
		if w.person(t) && tells(w.turns[t].Text, made()) {
			return false
		}
		if w.plans[t] {
			plan, names = t, outcome.Names(l.Text)
		}
	}
	return !slices.ContainsFunc(w.deeds, func(d deed) bool {
		return d.turn >= plan && d.changes() && (len(names) == 0 || slices.ContainsFunc(names, func(n string) bool {
			return strings.Contains(d.edit+"\n"+d.command+"\n"+d.text, n)
		}))
	})
}

// takenOut returns a name that a line tells as it was before: the last edit that has it, behind the words of the line, puts
// something else in its place, and no other file has it put in. "" for none, and for a line that tells of a change.
func (w *Work) takenOut(l Line) string {
	if turned().MatchString(l.Text) || proof.SaysNot(proof.Folded(l.Text)) {
		return ""
	}
	first := l.Turns[0]
	for _, name := range outcome.Names(l.Text) {
		gone, left := "", 0
		for _, d := range w.deeds {
			if d.edit == "" || d.failed || !strings.Contains(d.text, name) {
				continue
			}
			out, in, other := 0, 0, 0
			for line := range strings.SplitSeq(d.text, "\n") {
				line = strings.TrimPrefix(line, "… ")
				switch has := strings.Contains(line, name); {
				case strings.HasPrefix(line, "- ") && has:
					out++
				case has:
					in++
				case strings.HasPrefix(line, "+ "):
					other++
				}
			}
			left += in - out
			switch {
			case left > 0 || in > 0:
				gone = ""
			case d.turn >= first && other > 0:
				gone = d.edit
			}
		}
		if gone != "" && !w.elsewhere(gone, name) && !w.saidAfter(gone, name) {
			return name
		}
	}
	return ""
}

// misplaced returns the file that was edited in the place of one that a finished line names and no step touched: one of
// the same name in another folder. "" for none.
func (w *Work) misplaced(l Line) string {
	if !l.Done || mark.Attributed(l.Text) {
		return ""
	}
	for _, name := range filePath().FindAllString(l.Text, -1) {
		edited, touched := "", false
		for i := range w.turns {
			for _, st := range w.turns[i].Steps {
				at := strings.ReplaceAll(st.Target, `\`, "/")
				switch {
				case !st.File:
					touched = touched || strings.Contains(at, name)
				case strings.HasSuffix("/"+at, "/"+strings.TrimPrefix(strings.TrimPrefix(name, "./"), "/")):
					touched = true
				case st.Edit && path.Base(at) == path.Base(name):
					edited = strings.TrimPrefix(at, strings.TrimRight(w.turns[i].CWD, `/\`)+"/")
				}
			}
		}
		if edited != "" && !touched {
			return edited
		}
	}
	return ""
}

// elsewhere reports whether an edit of another file, or a command, has a name.
func (w *Work) elsewhere(file, name string) bool {
	return slices.ContainsFunc(w.deeds, func(d deed) bool {
		if d.edit == file {
			return false
		}
		return strings.Contains(d.command, name) || strings.Contains(d.text, name)
	})
}

// saidAfter reports whether somebody has a name in words behind the last edit of a file.
func (w *Work) saidAfter(file, name string) bool {
	last := 0
	for _, d := range w.deeds {
		if d.edit == file {
			last = d.turn
		}
	}
	return slices.ContainsFunc(w.turns[last+1:], func(t transcript.Turn) bool { return strings.Contains(t.Text, name) })
}

// changes reports whether a deed may have made or changed something.
func (d *deed) changes() bool {
	switch {
	case d.failed:
		return false
	case d.edit != "":
		return true
	case d.tool != "Bash":
		return d.tool != "TodoWrite" && doers().MatchString(d.tool)
	case d.kind == outcome.Check:
		return strings.Contains(d.command, "build")
	}
	return !d.kind.Is(outcome.Lookup) && !shows().MatchString(d.command)
}

var (
	filePath = lazy.Regexp(`[\w.@-]*(?:/[\w.@-]+)+\.\w+`)
	doers    = lazy.Regexp(`(?i)create|update|delete|remove|add|write|edit|send|post|save|move|upload|publish|merge|push|insert|apply|patch|rename|run|exec|^(?:task|agent)$`)
	shows    = lazy.Regexp(`^Bash git (?:-C \S+ )?(?:status|log|diff|show|branch)\b[^&;|]*$`)
	// What tells how something was before, or what it became.
	turned = lazy.Regexp(`(?i)\b(?:was|were|had|used to|replac\w*|remov\w*|delet\w*|renam\w*|instead|rather|former\w*|previous\w*|old|older|earlier|before|first|switch\w*|chang\w*|mov\w*|from|until|gone|dropped|tried|after|now|so that|correction|fix\w*` +
		`|statt|früher|zuerst|vorher|ersetzt|entfernt|war|waren|hatte|en vez|antes|era|eran|reemplaz\w*|au lieu|avant|était|remplac\w*|em vez|substitu\w*)\b|вместо|раньше|был|замен|不再|而不是|之前|原来|改为|替换|代わり|以前|から`)
	// What tells that something was made or changed.
	made = lazy.Regexp(`(?i)\b(?:added|created|written|wrote|built|implemented|introduced|removed|deleted|renamed|moved|replaced|rewritten|rewrote|changed|updated)\b` +
		`|\b(?:hinzugefügt|angelegt|geschrieben|gebaut|eingebaut|implementiert|entfernt|gelöscht|umbenannt|verschoben|ersetzt|geändert)\b` +
		`|\b(?:añadid|agregad|cread|escrit|implementad|eliminad|borrad|renombrad|movid|reemplazad|cambiad|adicionad|criad|removid|apagad|renomead|substituíd|alterad)[oa]s?\b` +
		`|\b(?:ajout|cré|implément|supprim|renomm|déplac|remplac|modifi)é|добавлен|создан|написан|реализован|удал[её]н|переименован|замен[её]н|измен[её]н` +
		`|(?:添加|新增|创建|实现|删除|重命名|修改|替换)了|已(?:添加|新增|创建|实现|删除|修改|替换)|(?:追加|作成|実装|削除|変更|置換)(?:し(?:た|ました)|され|済)`)
)
