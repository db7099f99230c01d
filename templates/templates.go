// Package templates holds the texts that memoria writes but does not compute: the scaffold of a
// vault, the sample sessions of the demo, what a plugin says about itself, what models are told, and the
// look of a site.
package templates

import "embed"

//go:embed vault/config.yaml vault/.gitignore
var vaultFiles embed.FS

// Vault is a file of the scaffold of a vault: config.yaml or .gitignore.
func Vault(name string) []byte { return read(vaultFiles, "vault/"+name) }

//go:embed plugin/README.md
var pluginFiles embed.FS

// PluginReadme tells what the plugin for an agent is; {{vault}} and {{binary}} stand for paths,
// {{in vault}} and {{in folder}} for words of a command.
func PluginReadme() string { return string(read(pluginFiles, "plugin/README.md")) }

//go:embed demo/*.jsonl
var demoFiles embed.FS

// DemoNames are the sample sessions, in order.
func DemoNames() []string { return names(demoFiles, "demo") }

// Demo is the transcript of one sample session.
func Demo(name string) []byte { return read(demoFiles, "demo/"+name) }

//go:embed prompts/*.md
var promptFiles embed.FS

// Prompt is a part of what a model is told: flush-rules, flush-format, flush-merge, compile-rules,
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

// SiteNames are the files that a site is made with, in order: templates, style sheets and scripts.
func SiteNames() []string { return names(siteFiles, "site") }

// Site is one of them.
func Site(name string) []byte { return read(siteFiles, "site/"+name) }
