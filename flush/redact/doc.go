// Package redact takes out of a text what must not be kept: private spans, secrets, and
// mentions of paths a person withholds. It runs before anything is stored or sent.
//
// # Flow
//
//	text ─private.go─▶ spans between <private> and </private>        ─▶ [private]
//	     ─keyword.go─▶ one pass over the bytes finds the keywords; only around a keyword
//	     │             does a detector of ours or a gitleaks rule look
//	     ├─detectors─▶ prefix.go, pem.go, jwt.go, aws.go, url.go, header.go, command.go,
//	     │             assign.go (a secret's name, then its value)   ─▶ [redacted:RULE]
//	     └─gitleaks.go▶ the rules of github.com/zricethezav/gitleaks ─▶ [redacted:RULE]
//	     ─paths.go───▶ mentions of Options.Paths                     ─▶ [path withheld]
//
// Only the secret goes; the words around it stay, so OPENAI_API_KEY= is still there.
//
// # Laws
//
//   - Cleaning twice changes nothing: a marker is a wall no detector looks across, and each
//     stretch between walls is looked at again until nothing is found in it.
//   - Valid UTF-8 stays valid; every byte outside a span stays as it is.
//   - Time and memory grow linearly with the text.
//   - A documentation key has the shape of a key and goes like one; a placeholder such as
//     <token>, $TOKEN or your-api-key-here says nothing and stays.
//   - Commit hashes, digests, UUIDs, paths and code are not secrets unless a secret's name
//     is given to them.
//
// # The gitleaks rules
//
// They are a table, gitleaks.json, which go generate makes from the gitleaks module. It is read at first use. Each
// regular expression is compiled when its keyword is first met, and runs on the neighbourhood of the keyword only. The
// conditions on paths are left out, for a conversation has no file name, and so are the rules that a detector here
// does better.
package redact
