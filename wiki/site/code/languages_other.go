package code

// others are languages of data, of pages, and of lines: they have scanners of their own.
func others() []*language {
	return []*language{
		{names: "json jsonc json5 geojson ipynb webmanifest", scan: scanJSON, line: slashes, block: stars, quotes: []quote{double(), single()}, constants: "true false null"},
		{names: "yaml yml", scan: scanYAML, line: hashes, spaced: true, quotes: []quote{{open: `"`, close: `"`, long: true}, {open: "'", close: "'", raw: true, long: true, doubled: true}}, constants: "true false null yes no on off ~"},
		{names: "toml", scan: scanKeys, line: hashes, quotes: []quote{triple(), {open: "'''", close: "'''", raw: true, long: true}, double(), {open: "'", close: "'", raw: true}}, constants: "true false"},
		{names: "ini cfg conf properties env dotenv editorconfig gitconfig systemd desktop", scan: scanKeys, line: []string{"#", ";"}, spaced: true, quotes: []quote{double(), single()}, sigils: "$", constants: "true false yes no on off"},
		{names: "html htm xhtml vue svelte handlebars jinja django", scan: scanMarkup},
		{names: "xml svg xsl xslt rss atom plist xsd wsdl", scan: scanMarkup},
		{names: "css", scan: scanCSS, block: stars, quotes: []quote{double(), single()}},
		{names: "scss sass less", scan: scanCSS, line: slashes, block: stars, quotes: []quote{double(), single()}, sigils: "$@"},
		{names: "diff patch udiff", scan: scanDiff},
		{names: "markdown md", scan: scanMarkdown},
		{names: "console shell-session sh-session shellsession terminal", scan: scanSession},
		{names: "http", scan: scanHTTP},
	}
}
