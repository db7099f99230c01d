package compiler

// SetWrote has f called behind each write of a run. An error of f stops the run there, as a crash
// would.
func (c *Compiler) SetWrote(f func(name string) error) { c.wrote = f }

// StateName and PendingName are the compiler's files.
const (
	StateName   = stateName
	PendingName = pendingName
)
