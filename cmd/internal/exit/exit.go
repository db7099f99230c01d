// Package exit holds the exit codes of all commands, and errors that carry an exit code and hints for the user.
package exit

// Exit codes, the same for every command.
const (
	Done        = 0   // also: no result, some sessions skipped with a reason
	Failure     = 1   // findings, a failure, or something set aside
	Usage       = 2   // the command line cannot be understood
	Vault       = 3   // no vault, or a bad configuration
	Locked      = 4   // another run is at work
	Provider    = 5   // the model asked for cannot be used
	Budget      = 6   // a limit on what models are asked; nothing was
	Interrupted = 130 // Ctrl-C
)

// A HintError is an error with an exit code and hints.
type HintError struct {
	Err   error
	Code  int
	Hints []string // lines that say how to fix it
}

func (e *HintError) Error() string { return e.Err.Error() }
func (e *HintError) Unwrap() error { return e.Err }

// Hint adds an exit code and hints, lines that say how to fix it, to err.
func Hint(err error, code int, hints ...string) error { return &HintError{err, code, hints} }
