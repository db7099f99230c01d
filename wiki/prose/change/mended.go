package change

import "slices"

// Mends reports whether l says that what e says to be amiss is so no more.
func (l *Line) Mends(e *Line) bool {
	return !e.settles && slices.ContainsFunc(l.mends, func(m mend) bool {
		return slices.ContainsFunc(e.lacks, m.mends) || m.fills(e) || m.takes(e)
	})
}

// Relapses reports whether l says to be amiss again what the earlier line o says to work: all that it says is named there.
func (l *Line) Relapses(o *Line) bool {
	return !l.settles && slices.ContainsFunc(o.mends, func(m mend) bool { return m.kind != added && slices.ContainsFunc(l.lacks, m.mends) })
}

// Lacks are the stems of what the line says to be amiss.
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

// Shakes reports whether l says that a thing works or was mended of which e says that something of it is amiss: e may
// hold in part, yet it is not what the thing is told by any more.
func (l *Line) Shakes(e *Line) bool {
	return !e.settles && slices.ContainsFunc(l.mends, func(m mend) bool {
		return (m.kind == works || m.kind == fixed) && slices.ContainsFunc(e.lacks, func(k lack) bool {
			return slices.ContainsFunc(append(k.about[:len(k.about):len(k.about)], k.topic), func(w string) bool { return slices.Contains(m.head, w) && slices.Contains(m.names, w) })
		})
	})
}

// mends reports whether m says that what k says to be amiss is so no more. All that k says must be named by m: what
// is not is a case, a part, or something else; and where m says where, k must too.
func (m *mend) mends(k lack) bool {
	if !subset(k.about, m.about) || !subset(m.place, k.about) {
		return false
	}
	if len(k.about) == 0 {
		return m.kind == works && !k.absent && slices.Contains(m.head, k.topic)
	}
	if len(k.about) == 1 && !slices.Contains(m.names, k.about[0]) {
		return false // "the build" is one of many
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

// many is how many words a line must share with an earlier one to mean it, though it is not said of the same.
const many = 5

// fills reports whether what e says to be missing is what m says to be done: most of its words are.
func (m *mend) fills(e *Line) bool {
	if !e.wants {
		return false
	}
	n := len(m.all) - beyond(m.all, e.Words())
	return n >= many && 5*n >= 3*len(m.all)
}

// takes reports whether m says to be done what e says something else is done in place of.
func (m *mend) takes(e *Line) bool {
	return slices.ContainsFunc(e.parts, func(q part) bool {
		other := slices.Concat(q.about, q.now)
		return q.kind == swap && !q.doubt && !q.later && len(q.old) > 0 && subset(q.old, m.about) && len(other)-beyond(other, m.all) > 1 &&
			slices.Contains(other, m.verb) && beyond(q.now, m.about) == len(q.now) && beyond(q.old, m.names) < len(q.old)
	})
}
