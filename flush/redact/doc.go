// Package redact removes from a text what must not be kept: private spans, secrets, and
// mentions of paths that a person withholds. It runs before anything is stored or sent.
//
// # Flow
//
//	text ─span───────▶ spans between <private> and </private>        ─▶ [private]
//	     ─detect.go──▶ one pass over the bytes finds the keywords; a detector
//	     │             runs only around a keyword
//	     ├─detectors─▶ token, assign (a secret's name, then its value; what is told without one); here
//	     │             url.go, header.go, command.go                 ─▶ [redacted:RULE]
//	     ├─known─────▶ what was taken out of another text of the vault
//	     └─wrapped.go▶ tokens that go over a line end, or from one part of a message to the next
//	     ─withhold───▶ mentions of Options.Paths                     ─▶ [path withheld]
//
// Only the secret is removed; the words around it stay, so OPENAI_API_KEY= is still there.
//
// # Laws
//
//   - Redacting twice changes nothing: no detector reads across a marker, and each stretch between
//     markers is scanned again until nothing is found in it.
//   - Valid UTF-8 stays valid; every byte outside a span stays as it is.
//   - Time and memory grow linearly with the text.
//   - What everybody knows is no secret and stays: a placeholder such as <token>, $TOKEN or your-api-key-here, the keys of
//     documentation, which end in EXAMPLE, a password that is the user's name, and hunter2, s3cret and changeit.
//   - A token that says itself that it is made up stays, as ghp_secret123 and rt_abc123def456 do: after its prefix it
//     has nothing but words such as secret, test and token, runs of the alphabet, and numbers that count. A password of
//     such parts goes (password123 opens doors), and so does what its author marked with FAKE. Only the value counts: in a
//     test or in documentation people keep real ones, too. In doubt it goes.
//   - Commit hashes, digests, UUIDs, paths and code are not secrets unless a secret's name
//     precedes them.
package redact
