package flush

import "github.com/agent-admin/memoria/flush/transcript"

// allowed leaves out what was said in a folder that is excluded or withheld, and says why the
// latest of it was; reason is "" where nothing was left out.
func (f *Flusher) allowed(turns []transcript.Turn) (kept []transcript.Turn, reason string) {
	if f.Hidden == nil && f.Excluded == nil {
		return turns, ""
	}
	why := f.refuses()
	kept = turns[:0]
	for _, t := range turns {
		if r := why(normalDir(t.CWD)); r != "" {
			reason = r
			continue
		}
		kept = append(kept, t)
	}
	clear(turns[len(kept):])
	return kept, reason
}

// refuses says why nothing said in a folder is kept. It asks once a folder: a session has many
// turns and few folders.
func (f *Flusher) refuses() func(dir string) string {
	known := map[string]string{"": ""}
	return func(dir string) string {
		r, ok := known[dir]
		if !ok {
			r = f.refusal(dir)
			known[dir] = r
		}
		return r
	}
}

func (f *Flusher) refusal(dir string) string {
	if f.Hidden != nil && (f.Hidden(dir) || f.Hidden(dir+"/x")) { // any file in it
		return "its folder is withheld by redact.paths"
	}
	if f.Excluded != nil {
		return f.Excluded(dir)
	}
	return ""
}
