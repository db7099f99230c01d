// Package code marks the tokens of a block of code, so that a page can colour them.
//
//	Highlight("go", source) ──table of languages──▶ a scanner ──▶ <span class="k">func</span> …
//
// The classes are the short names of Pygments and chroma, so their style sheets fit: k keyword, kt type,
// kc constant, nb builtin, nc name of a type, nf function, nt tag or key, na attribute, nv variable, nd decorator,
// s string, sr regular expression, m number, c comment, cp preprocessor; in a diff gi inserted, gd deleted,
// gh heading, gu position; in a session gp prompt, go output. Other text has no class.
//
// # Laws
//
//   - Code is hostile input. Each scanner only moves forward and looks ahead by a bounded distance, so the time
//     grows linearly with the length of the block. Nothing backtracks and there is no time limit. A block always
//     gives the same bytes.
//   - The text of the result is the text of the source, escaped. Only spans are added, and they do not nest.
//   - It is not a parser: wrong code is marked somehow.
//
// The table of languages, languages.json, is maintained here, because the lexers of libraries use regular expressions
// and are many hundred times slower. It is read when the first block of code is met, the words of a language when
// that language is first met.
package code
