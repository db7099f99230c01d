// Package queue holds the sessions that are still to be captured: one small file for each event that a hook
// saw, one for each session that is being worked on, one for each session that could not be processed.
//
//	hook ─Put─▶ .memoria/queue/KEY.KIND….json ─Next─▶ jobs/KEY.json ─Done─▶ removed
//	                                                   │  ▲
//	                                            Retry ─┘  │ GiveUp ─▶ dead/KEY.json ─Requeue─▶ a note
//
// # Laws
//
//   - A note that Put returned for is worked on at least once: it is removed only after the job that
//     holds it is on the disk, and the job only after [Queue.Done], [Queue.GiveUp] or [Queue.Drop].
//   - A session is one job, however many notes it has; notes that arrive during the work form the next job.
//   - The number of attempts is on the disk before a job is worked on, so a job that kills its worker counts
//     as failed. A failed session comes after every session that has not failed yet, and after eight
//     attempts it is given up with the reason. No job, file or session blocks another. An error that
//     affects all jobs alike does not count against a job: see [Queue.Defer].
//   - Whoever takes jobs holds the vault's worker lock, so a lease of this machine belongs to a dead worker.
//     The lease of another machine that shares the vault is respected until it expires.
//   - A file that cannot be parsed is moved to damaged/ and reported; one that a newer memoria wrote
//     stays where it is, with its session.
//
// Put needs no lock, and a file name contains all that is needed to decide whether a session is due.
package queue
