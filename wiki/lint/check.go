package lint

import (
	"fmt"
	"slices"
	"strings"
)

// A Severity is how bad a finding is.
type Severity uint8

// The severities. Off drops a finding.
const (
	Off     Severity = iota
	Info             // worth knowing
	Warning          // it works, and somebody should mend it
	Error            // a promise is broken
)

var severityNames = [...]string{Off: "off", Info: "info", Warning: "warning", Error: "error"}

func (s Severity) String() string { return severityNames[min(int(s), len(severityNames)-1)] }

// MarshalText returns String, for JSON.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// ParseSeverity reads a severity from the settings.
func ParseSeverity(s string) (Severity, error) {
	if i := slices.Index(severityNames[:], strings.ToLower(s)); i >= 0 {
		return Severity(i), nil
	}
	return Off, fmt.Errorf("%q is not one of %s", s, strings.Join(severityNames[:], ", "))
}

// A Check is one kind of problem.
type Check struct {
	ID     string
	Ours   Severity // in an article, a log or a page written by code
	Theirs Severity // in a person's own page
	Fix    bool     // it can be mended
	What   string   // one line
}

// The checks.
const (
	BrokenLink     = "broken-link"
	BrokenHeading  = "broken-heading"
	BrokenBlock    = "broken-block"
	AmbiguousLink  = "ambiguous-link"
	OddLink        = "odd-link"
	LinkExtension  = "link-extension"
	TablePipe      = "table-pipe"
	Orphan         = "orphan"
	Sparse         = "sparse"
	Backlink       = "missing-backlink"
	Uncited        = "uncited"
	StaleArticle   = "stale-article"
	UncompiledLog  = "uncompiled-log"
	MissingLog     = "missing-log"
	Unfiled        = "unfiled"
	LogEntry       = "log-entry"
	Interleaved    = "interleaved"
	ConflictMarks  = "conflict-marks"
	LogName        = "log-name"
	Forgotten      = "forgotten"
	StaleAnswer    = "stale-answer"
	SyncCopy       = "sync-copy"
	Duplicate      = "duplicate"
	NearDuplicate  = "near-duplicate"
	AliasCollision = "alias-collision"
	Header         = "header"
	HeaderLate     = "header-late"
	PropertyType   = "property-type"
	PropertyGone   = "property-missing"
	Encoding       = "encoding"
	Name           = "name"
	NameCollision  = "name-collision"
	IndexEntry     = "index-entry"
	IndexSize      = "index-size"
	PageSize       = "page-size"
	Symlink        = "symlink"
	Secret         = "secret"
	Imperative     = "imperative"
	Waiting        = "proposal"
	Leftover       = "leftover"
	Contradiction  = "contradiction"
	StaleClaim     = "stale-claim"
	Unused         = "unused"
)

var checks = []Check{
	{BrokenLink, Error, Info, false, "a link or an embed leads to no file of the vault"},
	{BrokenHeading, Warning, Info, false, "a link names a heading that its page does not have"},
	{BrokenBlock, Error, Info, false, "a link or a citation names a block that its page does not have"},
	{AmbiguousLink, Error, Info, false, "a link may mean two files"},
	{OddLink, Warning, Info, false, "double brackets that look like code or a web address, or a link that only another tool understands"},
	{LinkExtension, Warning, Off, true, "a wikilink carries .md"},
	{TablePipe, Warning, Info, true, "the pipe of a link cuts the table row it stands in"},
	{Orphan, Info, Off, false, "no page links to the article"},
	{Sparse, Info, Off, false, "the article has fewer than 200 words"},
	{Backlink, Info, Off, false, "an article names a related one that does not link back"},
	{Uncited, Warning, Off, false, "a key point cites no line of a log"},
	{StaleArticle, Info, Off, false, "a log that the article cites has changed since it was compiled"},
	{UncompiledLog, Warning, Off, false, "a log has entries that are in no article yet; only informs while the log waits for its interval"},
	{MissingLog, Warning, Off, false, "a log, or entries of it, that were compiled are gone"},
	{Unfiled, Info, Off, false, "lines of a log stand in no article"},
	{LogEntry, Error, Off, false, "an entry of a log is not closed, has an id twice, or a line without a block id"},
	{Interleaved, Warning, Off, false, "an entry of a log has the closing marker of another one, or none before the next: two were merged as text"},
	{ConflictMarks, Error, Warning, true, "git left conflict marks; of a log both sides are merged"},
	{Forgotten, Error, Off, false, "a log holds what was forgotten, as one that was restored from a copy"},
	{StaleAnswer, Info, Off, false, "a kept answer rests on an article that changed since"},
	{LogName, Warning, Warning, false, "a file beside the logs that is none by its name; of one that is not called after a day it only informs"},
	{SyncCopy, Warning, Warning, false, "a copy that a sync tool made of a conflict, or a placeholder of a file that is elsewhere"},
	{Duplicate, Warning, Off, false, "two articles have the same subject by their names"},
	{NearDuplicate, Info, Off, false, "two articles have almost the same name"},
	{AliasCollision, Warning, Off, false, "two pages claim one title or alias"},
	{Header, Error, Info, false, "the properties cannot be read"},
	{HeaderLate, Warning, Info, true, "blank lines before the properties hide them from Obsidian"},
	{PropertyType, Warning, Off, true, "a property has another type than it should; a single value that should be a list is mended"},
	{PropertyGone, Warning, Off, false, "an article lacks a property"},
	{Encoding, Error, Warning, false, "the page is not UTF-8"},
	{Name, Warning, Info, false, "a name that some file system or a link cannot take"},
	{NameCollision, Warning, Info, false, "two files whose names differ in letter case or form alone, or two pages of one name"},
	{IndexEntry, Warning, Off, false, "the index lacks an article, or lists it twice"},
	{IndexSize, Warning, Off, false, "a page of the index is too long to be read whole"},
	{PageSize, Warning, Info, false, "the page is too large to be read"},
	{Symlink, Info, Info, false, "a symbolic link, which is not followed"},
	{Secret, Error, Warning, false, "what looks like a password or a key; its value is not shown"},
	{Imperative, Warning, Off, false, "a line that tells an agent to fetch and run something"},
	{Waiting, Warning, Off, false, "a change of ours waits beside a person's"},
	{Leftover, Warning, Warning, true, "what a crash left behind"},
	{Contradiction, Warning, Off, false, "two claims cannot both hold: two people said them, or a model finds it (--deep)"},
	{StaleClaim, Warning, Off, false, "a later claim says what became of one, as far as a model can tell (--deep)"},
	{Unused, Info, Off, false, "sessions were given the article, or a line of the log, and none had a use for it"},
}

// Checks returns all checks in the order in which they are listed.
func Checks() []Check { return slices.Clone(checks) }

func checkOf(id string) (Check, bool) {
	for i := range checks {
		if checks[i].ID == id {
			return checks[i], true
		}
	}
	return Check{}, false
}

// Levels are the severities from the settings, by the id of a check. They apply to its findings everywhere. A check
// without a level has its default severity.
type Levels map[string]Severity

// Of returns the severity of a check's findings in articles.
func (l Levels) Of(id string) Severity {
	c, _ := checkOf(id)
	return l.severity(c, true)
}

// ParseLevels reads settings. The error names every key that is not a check.
func ParseLevels(settings map[string]string) (Levels, error) {
	l := Levels{}
	var unknown []string
	for id, s := range settings {
		level, err := ParseSeverity(s)
		if err != nil {
			return nil, fmt.Errorf("lint.%s: %w", id, err)
		}
		if _, ok := checkOf(id); !ok {
			unknown = append(unknown, id)
		}
		l[id] = level
	}
	if len(unknown) > 0 {
		slices.Sort(unknown)
		return l, fmt.Errorf("lint: there is no check %s", strings.Join(unknown, ", "))
	}
	return l, nil
}
