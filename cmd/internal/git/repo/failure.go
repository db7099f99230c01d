package repo

import (
	"fmt"
	"strings"

	"github.com/agent-admin/memoria/fsutil/lazy"
)

// A Class says what kind of failure stopped a call of git, as far as it matters to who waits for it.
type Class string

// The classes. Offline passes by itself, the others need a person.
const (
	Offline Class = "offline" // no network, no host, or a server in trouble
	Auth    Class = "auth"    // no credentials, or no right
	Policy  Class = "policy"  // a hook or a rule of the server refuses the push
	Remote  Class = "remote"  // the repository is not there, or is not what it was
	Signing Class = "signing" // a commit cannot be signed
	Disk    Class = "disk"    // no room, or no right to write
	Behind  Class = "behind"  // the remote has commits that we lack: integrate, then push again
)

// An Error is a call of git that was refused.
type Error struct {
	Doing string // the subcommand
	Class Class  // "" if the text tells none
	Text  string // what git said, without passwords
	Code  int
	Err   error

	stdout string
}

func (e *Error) Error() string {
	text := e.Text
	if text == "" {
		text = e.Err.Error()
	}
	return fmt.Sprintf("git %s: %s", e.Doing, say(text))
}

func (e *Error) Unwrap() error { return e.Err }

// say returns the lines of a text that say what is wrong, on one line.
func say(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		low := strings.ToLower(line)
		if line == "" || strings.HasPrefix(low, "hint:") || strings.HasPrefix(low, "warning:") || strings.HasPrefix(line, "Please make sure") || strings.HasPrefix(line, "and the repository exists") {
			continue
		}
		out = append(out, strings.TrimPrefix(strings.TrimPrefix(line, "fatal: "), "error: "))
	}
	if len(out) == 0 {
		return strings.TrimSpace(text)
	}
	return strings.Join(out, "; ")
}

// signs are parts of what git, ssh and servers say, in lower case. The first that occurs decides.
var signs = []struct {
	class Class
	texts []string
}{
	{Disk, []string{"no space left on device", "disk quota exceeded", "read-only file system", "unable to write file", "insufficient permission for adding an object", "unable to create temporary file"}},
	{Signing, []string{"gpg failed to sign", "failed to write commit object", "gpg.format", "user.signingkey", "cannot run gpg", "couldn't load public key"}},
	{Behind, []string{"(fetch first)", "(non-fast-forward)", "(stale info)", "failed to update ref", "cannot lock ref", "incorrect old value", "reference already exists"}},
	{Policy, []string{"[remote rejected]", "hook declined", "protected branch", "gh006", "not allowed to push"}},
	{Auth, []string{"terminal prompts disabled", "authentication failed", "could not read username", "could not read password", "returned error: 401", "returned error: 403",
		"permission denied (", "host key verification failed", "invalid username or", "access denied", "too many authentication failures", "remote: http basic: access denied", "permission to "}},
	{Offline, []string{"could not resolve host", "failed to connect", "couldn't connect", "connection refused", "connection timed out", "operation timed out", "connection reset",
		"network is unreachable", "no route to host", "temporary failure in name resolution", "name or service not known", "could not resolve proxy", "returned error: 5", "returned error: 429",
		"ssl certificate problem", "certificate verification failed", "gnutls", "ssl_", "connection closed by", "kex_exchange_identification", "the remote end hung up", "early eof", "rpc failed", "empty reply from server"}},
	{Remote, []string{"not found", "does not appear to be a git repository", "does not exist", "couldn't find remote ref", "no such remote", "unable to find remote helper", "is not a git command", "could not read from remote repository",
		"shallow update not allowed", "returned error: "}},
}

// classOf returns the class of what a call said; far, that it talked to the remote.
func classOf(text string, far bool) Class {
	low := strings.ToLower(text)
	for _, s := range signs {
		if !far && s.class != Disk && s.class != Signing {
			continue
		}
		for _, t := range s.texts {
			if strings.Contains(low, t) {
				return s.class
			}
		}
	}
	return ""
}

var (
	userinfo = lazy.Regexp(`([A-Za-z][A-Za-z0-9+.-]*://)[^/\s'"@]*@`)
	token    = lazy.Regexp(`(?i)([?&](?:[a-z_]*token|password|key)=)[^&\s'"]+`)
)

// Mask takes passwords out of the addresses in a text.
func Mask(s string) string {
	s = userinfo().ReplaceAllStringFunc(s, func(m string) string {
		if strings.HasPrefix(m, "ssh://") && !strings.Contains(m[len("ssh://"):], ":") {
			return m
		}
		return m[:strings.Index(m, "://")+3] + "***@"
	})
	return token().ReplaceAllString(s, "$1***")
}
