// Package templates holds the fixed texts that memoria writes: the files of a new vault, the sample sessions of the
// demo, the prompts for models, and the templates of a site.
package templates

import "embed"

//go:embed vault/config.yaml vault/.gitignore vault/views.base
var vaultFiles embed.FS

// Vault returns a file for a new vault: config.yaml, .gitignore or views.base.
func Vault(name string) []byte { return read(vaultFiles, "vault/"+name) }

//go:embed demo/*.jsonl
var demoFiles embed.FS

// DemoNames returns the names of the sample sessions, in order: of Claude Code, and the last of Codex and Gemini CLI.
func DemoNames() []string { return names(demoFiles, "demo") }

// Demo returns the transcript of a sample session.
func Demo(name string) []byte { return read(demoFiles, "demo/"+name) }

//go:embed prompts/*.md
var promptFiles embed.FS

// Prompt returns a part of a prompt: flush-rules, flush-format, compile-rules,
// compile-format, deep-rules or deep-format.
func Prompt(name string) string { return string(read(promptFiles, "prompts/"+name+".md")) }

func names(fsys embed.FS, dir string) (out []string) {
	entries, err := fsys.ReadDir(dir)
	if err != nil { // embedded beside
		panic(err)
	}
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func read(fsys embed.FS, name string) []byte {
	b, err := fsys.ReadFile(name)
	if err != nil { // names are compiled in beside the files
		panic(err)
	}
	return b
}

//go:embed site
var siteFiles embed.FS

// SiteNames returns the names of the files that a site is made with, in order: templates, style sheets and scripts.
func SiteNames() []string { return names(siteFiles, "site") }

// Site returns one of these files.
func Site(name string) []byte { return read(siteFiles, "site/"+name) }
