// Package code marks the words of a block of code, so that a page can colour them.
//
//	Highlight("go", source) ──table of languages──▶ a scanner ──▶ <span class="k">func</span> …
//
// The classes are the short names that Pygments and chroma gave them, so their style sheets fit: k keyword,
// kt type, kc constant, nb builtin, nc name of a type, nf function, nt tag or key, na attribute, nv variable,
// nd decorator, s string, sr regular expression, m number, c comment, cp preprocessor; in a diff gi inserted,
// gd deleted, gh heading, gu place; in a session gp prompt, go output. What is none of these is plain text.
//
// # Laws
//
//   - Code is hostile. Each scanner goes forward only and looks ahead by a bounded step, so the time that a
//     block takes grows with its length and no faster, whatever is in it; nothing backtracks and no clock is
//     asked. What follows decides about what was written nowhere, so a block gives the same bytes each time.
//   - The text of the result is the text of the source, escaped. Nothing is left out and nothing is added
//     but spans, which do not hold one another.
//   - It is a reader's help, no parser: code that is wrong is marked somehow.
//
// A table of our own, languages.json, is the price of that, against the lexers of a library, whose regular expressions are many
// hundred times slower. It is built when a block of code is first met, a language's words when it first is.
package code
