//go:build linux

package main

import (
	"encoding/json"
	"regexp"
	"strings"
)

// A saidRow is a row of a transcript in which a person or the agent says something. This file tells
// which rows those are by itself: it is what the program's own reader is held against.
type saidRow struct {
	UUID, Session, Text string
	Person              bool
	At                  int // number of the row in its file
}

// e2eRow is what the client's rows tell about who speaks.
type e2eRow struct {
	Type, Subtype, UUID, SessionID   string
	RowSource, PromptSource          string
	IsMeta, IsSidechain, IsVirtual   bool
	IsCompactSummary                 bool
	IsVisibleInTranscriptOnly        bool
	TurnCompanion, IsAPIErrorMessage any
	HookText, ToolUseResult          any
	Origin                           *struct{ Kind string }
	Message                          struct {
		Model   string
		Content json.RawMessage
	}
	Attachment struct {
		Type, CommandMode string
		Prompt            json.RawMessage
		HumanTurn         bool
		HostsOwnTurn      bool // the program that drives the client sent it, not a notice of the client's own
		Origin            *struct{ Kind string }
	}
}

var clientsOwn = regexp.MustCompile(`^\s*(<(command-(name|message|args)|local-command-\w+|bash-\w+|task-notification|system-reminder|user-memory-input)\b|\[Request interrupted by user|Caveat: The messages below|This session is being continued from a previous)`)

// words is what the row says, and whose words they are.
func (r *e2eRow) words() (text string, person bool) {
	switch r.Type {
	case "attachment":
		human := r.Attachment.HumanTurn || r.Attachment.HostsOwnTurn || r.Attachment.Origin != nil && r.Attachment.Origin.Kind == "human"
		if r.Attachment.Type == "queued_command" && human && (r.Attachment.CommandMode == "" || r.Attachment.CommandMode == "prompt") {
			return strings.TrimSpace(textOf(r.Attachment.Prompt)), true
		}
	case "assistant":
		if r.IsAPIErrorMessage == nil && r.Message.Model != "<synthetic>" && !r.IsSidechain {
			return strings.TrimSpace(textOf(r.Message.Content)), false
		}
	case "user":
		if r.IsMeta || r.IsSidechain || r.IsVirtual || r.IsCompactSummary || r.IsVisibleInTranscriptOnly || r.TurnCompanion != nil || r.HookText != nil || r.ToolUseResult != nil {
			return "", true
		}
		if r.RowSource == "harness" || r.RowSource == "hook" || r.RowSource == "recorded" || r.PromptSource == "system" || r.Origin != nil && r.Origin.Kind != "human" {
			return "", true
		}
		for _, b := range blocksOf(r.Message.Content) {
			if b.Type == "tool_result" {
				return "", true
			}
		}
		if text := textOf(r.Message.Content); !clientsOwn.MatchString(text) {
			return strings.TrimSpace(text), true
		}
	}
	return "", false
}

// saidIn is what is said in a transcript, and the number of every row by its uuid. hookWords are the
// rows that tell of a hook that was no success.
func saidIn(transcript string) (said []saidRow, rows map[string]int, hookWords []string) {
	rows = map[string]int{}
	for n, line := range strings.SplitAfter(transcript, "\n") {
		var r e2eRow
		if json.Unmarshal([]byte(line), &r) != nil {
			continue // a killed client may leave half a line
		}
		told := r.Attachment.Type == "hook_additional_context" && strings.Contains(line, `"memoria: notes`) // when a session begins
		if kind := r.Attachment.Type; strings.HasPrefix(kind, "hook_") && kind != "hook_success" && !told || r.Subtype == "stop_hook_summary" && !strings.Contains(line, `"hookErrors":[]`) {
			hookWords = append(hookWords, line)
		}
		if r.UUID == "" {
			continue
		}
		if _, again := rows[r.UUID]; again {
			continue
		}
		rows[r.UUID] = n
		if text, person := r.words(); text != "" {
			said = append(said, saidRow{UUID: r.UUID, Session: r.SessionID, Text: text, Person: person, At: n})
		}
	}
	return said, rows, hookWords
}
