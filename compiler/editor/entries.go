package editor

import (
	"github.com/agent-admin/memoria/compiler/editor/form"
	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/compiler/editor/pages"
)

// The vocabulary of what is kept.
type (
	line  = form.Line
	reply = kept.Reply
	edit  = kept.Edit
	text  = kept.Words
	claim = kept.Claim
	link  = kept.Link

	answered = kept.Answered
	batch    = pages.Batch
)

// Limits of a line in characters, and what a new article needs.
const (
	claimMost       = kept.ClaimMost
	leadMost        = kept.LeadMost
	descriptionMost = kept.DescriptionMost
	titleMost       = kept.TitleMost
	whyMost         = kept.WhyMost
	claimsLeast     = 2
)

func tidy(s string) string { return kept.Tidy(s) }
