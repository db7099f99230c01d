// Package mention finds in a line of plain text what it names: inline code, words written as only names are,
// capitalised names, and noun phrases between the words that end one.
//
//	scan.go                     a line    -> tokens
//	finder.go, chunk.go         tokens    -> runs of words, cut where a verb stands
//	phrase.go, spaceless.go     a run     -> the phrase and the names in it
//	symbol.go, command.go       code      -> commands, files, identifiers
//	shape.go                    a word    -> whether it is written as a name is
//	words.go                    a word    -> what it does in a sentence, by the lists of package everyday
//	key.go                      a name    -> the key under which its spellings are one
package mention

// A Class is how a mention is written, from the weakest to the strongest sign of a name.
type Class uint8

// The classes of names.
const (
	Plain   Class = iota // a lower-case word: counts only if the word is known to be a name
	Phrase               // several plain words between the ends of a noun phrase
	Tagged               // a single lower-case word in inline code
	Name                 // capitalised, or of a shape that only names have
	Ident                // an identifier, a configuration key, a variable
	File                 // a file name
	Command              // a command and its subcommand
)

// A Mention is one mention of a subject in a line.
type Mention struct {
	Key      string
	Form     string // its form as a title or an alias
	Class    Class
	At       int  // offset in the line
	Own      bool // the line is about it, not only about something longer that contains it
	Over     int  // index of the longer mention that contains this one, or -1
	Labelled bool // form carries a label ("SessionStart hook") that key leaves out
	Aside    bool // in parentheses
	Ticked   bool // in inline code
	Alone    bool // a singular noun without article or modifier: a name, or something uncountable
	Framed   bool // in the place of a noun phrase: after an article, a preposition, a verb
}
