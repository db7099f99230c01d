package main

import (
	"time"

	"github.com/agent-admin/memoria/flush"
)

// transcripts looks at the agent's folder: whether it can be read, and what of it is not captured
// before the agent deletes it. A-28.
func (x *exam) transcripts() {
	t := x.st.uncaptured
	switch {
	case x.st.noTranscripts != nil:
		x.unknown("transcripts", "chmod -R u+rX "+t.Root, "%v", x.st.noTranscripts)
		return
	case len(t.Sessions) == 0:
		x.unknown("transcripts", "", "Claude Code keeps none in %s", t.Root)
		return
	}
	days := int(t.Kept / (24 * time.Hour))
	zone := x.Now().Location()
	open := append(append(append([]flush.Source{}, t.Older...), t.Grown...), t.Unheard...)
	if len(open) == 0 {
		x.ok("transcripts", "%s in %s, all captured; Claude Code deletes each %s after its last change", count(len(t.Sessions), "session"), t.Root, count(days, "day"))
	} else {
		oldest := open[0]
		for _, s := range open {
			if s.ModTime.Before(oldest.ModTime) {
				oldest = s
			}
		}
		x.ok("transcripts", "%s in %s, %s not captured, the oldest of %s; Claude Code deletes each %s after its last change",
			count(len(t.Sessions), "session"), t.Root, count(len(open), "transcript"), oldest.ModTime.In(zone).Format(time.DateOnly), count(days, "day"))
	}
	if n := len(t.AtRisk); n > 0 {
		r := t.AtRisk[0]
		x.warn("transcripts", "memoria import", "%s not captured and deleted within a week, the first (session %s) from %s on", count(n, "transcript"), r.Session, r.Deleted.In(zone).Format(time.DateOnly))
	}
	if n := len(t.Grown) + len(t.Unheard); n > 0 && x.st.captures {
		x.warn("transcripts", "memoria flush --scan --wait", "%s changed and no hook told", count(n, "transcript"))
	}
}

// sessions looks whether what was seen adds up.
func (x *exam) sessions() {
	for _, d := range x.st.wrong {
		x.problem("sessions", d.mend, "%s", d.text)
	}
	x.unfound()
	own := 0
	for _, r := range x.st.records {
		if r.State == flush.Skipped && r.Reason == flush.OwnCall {
			own++
		}
	}
	if own > 0 {
		x.ok("sessions", "%s of memoria's own calls to a model, passed over", count(own, "transcript"))
	}
	if n := x.st.Unarchived; n > 0 {
		x.ok("archive", "%s with entries not in it: what their day logs lose, only their transcripts can bring back", count(n, "session"))
	}
	if s := x.st.Sessions; len(x.st.wrong) == 0 {
		x.ok("sessions", "%s seen = %s flushed + %s pending + %s dead + %s skipped", thousands(s.Seen), thousands(s.Flushed), thousands(s.Pending), thousands(s.Dead), thousands(len(s.Skipped)))
	}
}

// unfound tells of sessions that hooks told of and that have no transcript.
func (x *exam) unfound() {
	for _, u := range x.st.Unfound {
		switch {
		case u.Until.IsZero(), u.Until.After(x.Now()):
			x.ok("sessions", "session %s, told of by a hook: %s", u.Session, u.tell(x.app))
		default:
			x.warn("sessions", "memoria flush --scan", "session %s, told of by a hook: %s", u.Session, u.tell(x.app))
		}
	}
}
