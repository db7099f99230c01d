// Package mention finds in a line of plain text what it names: inline code, words of a shape that only names have,
// capitalised names, and noun phrases between the words that end one.
//
//	scan.go         a line    -> tokens
//	find.go         tokens    -> runs of words between function words and verbs, and the names in them
//	spaceless.go    a run of Han or Katakana -> its words
//	code.go         code      -> commands, files, identifiers, and the words that they are made of
//	shape.go        a word    -> whether it is written as a name is
//	words.go        a word    -> what it does in a sentence, by the lists of package everyday
//	key.go          a name    -> the key under which its spellings are one
package mention

// A Class is how a mention is written.
type Class uint8

// The classes of mentions.
const (
	Word    Class = iota // an ordinary word
	Phrase               // a few ordinary words
	Term                 // a single lower-case word in inline code, or a word with a hyphen
	Name                 // capitalised, or of a shape that only names have
	Ident                // with humps and in inline code, such as the name of a type
	Path                 // two names with a slash: a branch, a repository
	Command              // a command and its subcommand
)

// A Mention is one mention of a name in a line.
type Mention struct {
	Key      string
	Form     string // its form as a title or an alias
	Class    Class
	At       int  // offset in the line
	Over     int  // index of the longer mention that contains this one, or -1
	Labelled bool // form carries a label ("SessionStart hook") that key leaves out
	Aside    bool // in parentheses
	Lead     bool // the statement is about it: it stands before the verb, or is what the verb does something to
	Head     bool // the line begins with it and goes on with what it is or does
	Called   bool // a function
}
