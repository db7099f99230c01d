package flush

import "github.com/agent-admin/memoria/flush/transcript"

// Withheld says why nothing said in a folder is kept, nor shown to who works there; "" where it is.
func (f *Flusher) Withheld(dir string) (reason string) {
	return f.sieve(place{}).withheld(&transcript.Turn{CWD: dir})
}
