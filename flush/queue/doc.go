// Package queue holds what is still to be captured: one small file for each thing that a hook saw,
// one for each session that is being worked on, one for each that could not be done.
//
//	hook ─Put─▶ .memoria/queue/KEY.KIND….json ─Next─▶ jobs/KEY.json ─Done─▶ nothing
//	                                                   │  ▲
//	                                            Retry ─┘  │ GiveUp ─▶ dead/KEY.json ─Requeue─▶ a note
//
// # Laws
//
//   - A note that Put returned for is worked on at least once: it is removed only after the job that
//     holds it is on the disk, and the job only after [Queue.Done], [Queue.GiveUp] or [Queue.Drop].
//   - A session is one job, however many notes it has; what comes while it is worked on is the next.
//   - What a job has cost is on the disk before it is worked on, so a job that kills its worker counts
//     as one that fails. It comes after every session that has not failed yet, and after eight
//     attempts it is given up with the reason. No job, no file and no session keeps another waiting. What
//     fails for all of them alike is no fault of a job: see [Queue.Defer].
//   - Whoever takes jobs holds the vault's worker lock, so a lease of this machine is a dead worker's.
//     Another machine that shares the vault is believed until its lease runs out.
//   - A file that cannot be understood is moved to damaged/ and told; one that a newer memoria wrote
//     is left where it is, with its session.
//
// Putting needs no lock, and a name says all that is needed to tell whether a session is due.
package queue
