package transcript

import "time"

// Role says whose words a [Turn] holds.
type Role uint8

const (
	// Person is what a human typed, or what the program driving the agent said for them.
	Person Role = iota + 1
	// Agent is what the coding agent answered.
	Agent
	// Choice is a person's decision that sits in a tool result: the answer to a question
	// the agent asked, or a rejection with a reason.
	Choice
)

// A Turn is one message: all the words one side said before the other spoke, in the order
// they were written. An agent's message that the client spread over several rows is one
// turn. Tool results are never the words of a turn; what the tools did is in Steps.
type Turn struct {
	ID       string    // uuid of the first row, with "#2" and so on for a row\'s further turns; "h" and a hash of its content where rows have none
	Last     string    // uuid of the last row of words, ID when there is one row
	Session  string    // session id the rows carry
	Role     Role      //
	Text     string    // the words, client wrappers and injected context taken out, never empty
	Question string    // Choice only: what the agent asked, or the tool call that was rejected
	Rejected bool      // Choice only: the person refused what the agent was about to do
	At       time.Time // time of the last row of words, zero when no row has one
	Started  time.Time // time of the first row of words
	CWD      string    // working directory the client recorded, in the client's own notation
	Branch   string    // git branch the client recorded
	Subagent bool      // said inside a subagent: nobody typed it and no person read it
	Steps    []Step    // what the agent did after these words and before the next turn's
}

// A Step is one tool call.
type Step struct {
	ID     string // the client's id of the call, which its result repeats
	Tool   string // Bash, Edit, Read, mcp__linear__create_document, …
	Target string // the file touched, or the first line of the command, or the query; at most 300 bytes
	File   bool   // Target is a path
	Edit   bool   // the call writes Target
	Failed bool   // the client marked the result as an error
	Error  string // the head of the error text, at most 600 bytes
}
