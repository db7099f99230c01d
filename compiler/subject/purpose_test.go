package subject

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// TestPurpose holds what the name of a branch says that the work on it is for.
func TestPurpose(t *testing.T) {
	for branch, want := range map[string]string{
		"authcode-loopback-flow":                 "Authcode loopback flow",
		"ann/fix/batch-ref-updates-2":            "Batch ref updates",
		"feat/remote_helper_transport":           "Remote helper transport",
		"20260209-postinstall-and-completions":   "Postinstall and completions",
		"ann/ent-221-phase-aware-hooks":          "Phase aware hooks",
		"bob/convert-sha256":                     "Convert sha256",
		"add-ci-and-lint":                        "CI and lint",
		"claude/invoice-export-011CUxQ7Kd92hslQ": "Invoice export",
		"v0.3.4-login-page":                      "Login page",
		"оплата-по-счёту":                        "Оплата по счёту",

		"": "", "main": "", "HEAD": "", "feature-branch": "", "my-new-branch": "", "fix-tests": "", "review": "", "release/1.4": "", "wip-2": "", "dependabot/npm_and_yarn/lodash-4.17.21": "",
		"patch-1": "", "3f2a9c8d": "", "PROJ-1234": "", "update-code": "", "worktree-agent-3f2a": "", "more-improvements-fixes": "", "login": "",
	} {
		must.Equal(t, purpose(branch), want, "%q", branch)
	}
}
