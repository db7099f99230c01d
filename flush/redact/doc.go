// Package redact removes from a text what must not be kept: private spans, secrets, and
// mentions of paths that a person withholds. It runs before anything is stored or sent.
//
// # Flow
//
//	text ─span───────▶ spans between <private> and </private>        ─▶ [private]
//	     ─detect.go──▶ one pass over the bytes finds the keywords; a detector
//	     │             or a gitleaks rule runs only around a keyword
//	     ├─detectors─▶ token, assign (a secret's name, then its value); here
//	     │             url.go, header.go, command.go                 ─▶ [redacted:RULE]
//	     ├─wrapped.go▶ tokens that go over a line end, or from one part of a message to the next
//	     └─gitleaks──▶ the rules of github.com/zricethezav/gitleaks  ─▶ [redacted:RULE]
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
//   - A documentation key looks like a key and is redacted like one; a placeholder such as
//     <token>, $TOKEN or your-api-key-here reveals nothing and stays.
//   - Commit hashes, digests, UUIDs, paths and code are not secrets unless a secret's name
//     precedes them.
package redact
