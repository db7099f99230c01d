package capture

import "time"

// Hurry has w wait for no transcript that is not there.
func (w *Worker) Hurry() { w.patience = time.Nanosecond }
