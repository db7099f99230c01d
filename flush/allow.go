package flush

import "github.com/agent-admin/memoria/flush/transcript"

// allowed leaves out what was said in a folder that is excluded or withheld, and says why the
// latest of it was; reason is "" where nothing was left out. turns follow one said in from.
func (f *Flusher) allowed(turns []transcript.Turn, from place) (kept []transcript.Turn, reason string) {
	if f.Hidden == nil && f.Excluded == nil {
		return turns, ""
	}
	at := f.places(turns, from)
	known := map[[2]string]string{} // a session has many turns and few folders
	kept = turns[:0]
	for i, t := range turns {
		where := [2]string{normalDir(t.CWD), at[i].Root}
		why, ok := known[where]
		if !ok {
			why = f.refusal(where[0], where[1])
			known[where] = why
		}
		if why != "" {
			reason = why
			continue
		}
		kept = append(kept, t)
	}
	return kept, reason
}

// refusal says why nothing said in dir, of the project rooted at root, is kept; "" where it is.
func (f *Flusher) refusal(dir, root string) string {
	if f.Hidden != nil && dir != "" && (f.Hidden(dir) || f.Hidden(dir+"/x")) { // any file in it
		return "its folder is withheld by redact.paths"
	}
	if f.Excluded == nil || dir == "" && root == "" {
		return ""
	}
	if dir == "" || dir == root {
		return f.Excluded(root)
	}
	if root == "" {
		return f.Excluded(dir)
	}
	return f.Excluded(dir, root)
}
