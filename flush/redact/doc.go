// Package redact removes from a text what must not be kept: private spans, secrets, and
// mentions of paths that a person withholds. It runs before anything is stored or sent.
//
// # Flow
//
//	text ─private.go─▶ spans between <private> and </private>        ─▶ [private]
//	     ─keyword.go─▶ one pass over the bytes finds the keywords; a detector of this package
//	     │             or a gitleaks rule runs only around a keyword
//	     ├─detectors─▶ prefix.go, pem.go, jwt.go, aws.go, url.go, header.go, command.go,
//	     │             assign.go (a secret's name, then its value)   ─▶ [redacted:RULE]
//	     └─gitleaks.go▶ the rules of github.com/zricethezav/gitleaks ─▶ [redacted:RULE]
//	     ─paths.go───▶ mentions of Options.Paths                     ─▶ [path withheld]
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
//
// # The gitleaks rules
//
// They are a table, gitleaks.json, which go generate makes from the gitleaks module. It is read at first use. Each
// regular expression is compiled when its keyword is first met, and runs only on the text around the keyword. The
// conditions on paths are left out, because a conversation has no file name, and so are the rules that a detector
// here does better.
package redact
