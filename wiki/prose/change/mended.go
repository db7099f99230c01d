package change

import "slices"

// Mends reports whether l says that a problem in the earlier line e is solved.
func (l *Line) Mends(e *Line) bool {
	return !e.settles && slices.ContainsFunc(l.mends, func(m mend) bool {
		return slices.ContainsFunc(e.lacks, m.mends) || m.fills(e) || m.takes(e)
	})
}

// Relapses reports whether l says that something is broken again that the earlier line o says works.
// Everything that l says is broken must be named in o.
func (l *Line) Relapses(o *Line) bool {
	return !l.settles && slices.ContainsFunc(o.mends, func(m mend) bool { return m.kind != added && slices.ContainsFunc(l.lacks, m.mends) })
}

// Lacks returns the stems of the problems that the line reports.
func (l *Line) Lacks() []string {
	var out []string
	for _, k := range l.lacks {
		if out = append(out, k.about...); len(k.about) == 0 && k.topic != "" {
			out = append(out, k.topic)
		}
	}
	return out
}

// Works reports whether the line says of something that it works, is done or was fixed.
func (l *Line) Works() bool {
	return slices.ContainsFunc(l.mends, func(m mend) bool { return m.kind != added })
}

// Shakes reports whether l says that a thing works or was fixed of which e reports some problem: e may hold
// in part, but is no longer fit to describe the thing.
func (l *Line) Shakes(e *Line) bool {
	return !e.settles && slices.ContainsFunc(l.mends, func(m mend) bool {
		return (m.kind == works || m.kind == fixed) && slices.ContainsFunc(e.lacks, func(k lack) bool {
			return slices.ContainsFunc(append(k.about[:len(k.about):len(k.about)], k.topic), func(w string) bool { return slices.Contains(m.head, w) && slices.Contains(m.names, w) })
		})
	})
}

// mends reports whether m says that the problem k is solved. m must name all that k says: what it does not
// name is a case, a part, or something else. Where m says where, k must too.
func (m *mend) mends(k lack) bool {
	if !subset(k.about, m.about) || !subset(m.place, k.about) {
		return false
	}
	if len(k.about) == 0 {
		return m.kind == works && !k.absent && slices.Contains(m.head, k.topic)
	}
	if len(k.about) == 1 && !slices.Contains(m.names, k.about[0]) {
		return false // "the build" could be any of many
	}
	heads := len(k.about) - beyond(k.about, m.head)
	switch m.kind {
	case works:
		return heads > 0
	case fixed:
		return subset(m.head, k.about)
	case added:
		return k.absent && heads > 0 && (!m.whole || subset(m.about, k.about))
	}
	return heads > 0 && len(k.about) > 1 && slices.Contains(k.about, m.verb)
}

// many is how many words a line must share with an earlier one to mean it, although their subjects differ.
const many = 5

// fills reports whether m says that something is done that e says is missing: most of its words are in e.
func (m *mend) fills(e *Line) bool {
	if !e.wants {
		return false
	}
	n := len(m.all) - beyond(m.all, e.Words())
	return n >= many && 5*n >= 3*len(m.all)
}

// takes reports whether m says that something is done in place of which, as e says, something else is done.
func (m *mend) takes(e *Line) bool {
	return slices.ContainsFunc(e.parts, func(q part) bool {
		other := slices.Concat(q.about, q.now)
		return q.kind == swap && !q.doubt && !q.later && len(q.old) > 0 && subset(q.old, m.about) && len(other)-beyond(other, m.all) > 1 &&
			slices.Contains(other, m.verb) && beyond(q.now, m.about) == len(q.now) && beyond(q.old, m.names) < len(q.old)
	})
}
