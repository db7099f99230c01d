package flush

import "github.com/agent-admin/memoria/flush/transcript"

// A sieve follows the turns of a session and tells which of them must not be kept.
type sieve struct {
	f     *Flusher
	at    projects
	known map[[2]string]string // a session has many turns and few folders
}

// sieve returns one for turns that follow a turn said in from.
func (f *Flusher) sieve(from place) *sieve {
	return &sieve{f: f, at: projects{place: from, find: f.Repository}, known: map[[2]string]string{}}
}

// withheld says why t, the next turn of the session, must not be kept; "" where it may be.
func (s *sieve) withheld(t *transcript.Turn) (reason string) {
	if s.f.Hidden == nil && s.f.Excluded == nil {
		return ""
	}
	s.at.of(t)
	where := [2]string{normalDir(t.CWD), s.at.Root}
	why, ok := s.known[where]
	if !ok {
		why = s.f.refusal(where[0], where[1])
		s.known[where] = why
	}
	return why
}

// refusal says why nothing said in dir, of the project rooted at root, is kept; "" where it is.
func (f *Flusher) refusal(dir, root string) string {
	if f.Hidden != nil && dir != "" && (f.Hidden(dir) || f.Hidden(dir+"/x")) { // any file in it
		return "its folder is withheld by redact.paths"
	}
	if f.Excluded == nil {
		return ""
	}
	switch {
	case dir == "" && root == "":
		return ""
	case dir == "" || dir == root:
		return f.Excluded(root)
	case root == "":
		return f.Excluded(dir)
	}
	return f.Excluded(dir, root)
}
