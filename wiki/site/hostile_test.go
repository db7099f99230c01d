package site

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// attacks are what somebody may have had a model write, or have typed into a session.
var attacks = []string{
	`<script>alert(1)</script>`, `"><script>alert(1)</script>`, `'><img src=x onerror=alert(1)>`, `</title></head><script>alert(1)</script>`,
	`</p></div></article></main><script>alert(1)</script>`, `" onmouseover="alert(1)" x="`, `' autofocus onfocus='alert(1)`, `<svg/onload=alert(1)>`,
	`</code></pre><script>alert(1)</script>`, `--><script>alert(1)</script>`, `</script><script>alert(1)</script>`, `&lt;script&gt;alert(1)&lt;/script&gt;`,
	`&#x3c;img src=x onerror=alert(1)&#x3e;`, `javascript:alert(1)`, `jAvAsCrIpT&colon;alert(1)`, `<style>@import "http://127.0.0.2/x"</style>`,
	`<iframe src="//127.0.0.2/x"></iframe>`, `<base href="http://127.0.0.2/">`, `<meta http-equiv=refresh content="0;url=http://127.0.0.2/">`,
	`<form action="//127.0.0.2/"><input name=x>`, `<link rel=stylesheet href="//127.0.0.2/x">`, `<img src="http://127.0.0.2/x.png">`,
	`<details open ontoggle=alert(1)>`, `<textarea>`, `<plaintext>`, `<template>`, `<!--`, `<![CDATA[`, "\u202egro.elpmaxe\u2066", `{{.Site}} {{template "page"}}`,
	`${alert(1)}`, "`;alert(1);//", `\u003cscript\u003ealert(1)\u003c/script\u003e`, `"],"x":["`, "line\u2028separator", `%3Cscript%3Ealert(1)%3C/script%3E`,
}

// attacked is a text in which an attack stands in every place.
func attacked(attack string) string {
	return strings.ReplaceAll(`
ATTACK

## ATTACK

[[ATTACK]] [[x|ATTACK]] ![[ATTACK]] [ATTACK](ATTACK) ![ATTACK](ATTACK) <ATTACK> #ATTACK ==ATTACK== `+"`ATTACK`"+` $ATTACK$ %%ATTACK%% [^n] ^[ATTACK] https://127.0.0.2/ATTACK

- ATTACK ([[2026-03-01#^k00000|ATTACK]]) ^ATTACK
- [x] ATTACK

> [!ATTACK] ATTACK
> ATTACK

| ATTACK | b |
|---|---|
| ATTACK | [[x\|ATTACK]] |

`+"```ATTACK\nATTACK\n```"+`

$$
ATTACK
$$

[^n]: ATTACK

## History

- Until 2026-03-01: ATTACK ([[2026-03-01#^k00001|2026-03-01]]); then: not ATTACK ([[2026-03-01#^k00002|2026-03-01]])
`, "ATTACK", attack)
}

// hostileFiles is a vault in which the attacks stand in every place that takes text, three to an article.
func hostileFiles() map[string]string {
	veiled := strings.NewReplacer("%", "%25", " ", "%20", ">", "%3E", "--", "%2D%2D", "\n", "%0A")
	files := map[string]string{}
	var log strings.Builder
	log.WriteString("# Daily Log: 2026-03-01\n\n## Sessions\n")
	for i, a := range attacks {
		v := veiled.Replace(a)
		fmt.Fprintf(&log, "\n### Session (10:%02d) - %s\n<!-- memoria:entry id=%012x agent=claude session=%s project=%s branch=%s at=2026-03-01T10:%02d:00Z from=a to=b by=%s -->\n\n", i, a, i, v, v, v, i, v)
		fmt.Fprintf(&log, "**Context:** %s\n\n**Decisions Made:**\n- %s ^k%05d\n<!-- /memoria:entry -->\n", a, a, i)
	}
	files["daily/2026-03-01.md"] = log.String()
	nameless := strings.NewReplacer("/", "_", "\\", "_", "\u2028", "_")
	for three := range slices.Chunk(attacks, 3) {
		all := strings.Join(three, " ")
		list, _ := json.Marshal(three)
		one, _ := json.Marshal(all)
		head := strings.NewReplacer("ONE", string(one), "LIST", string(list)).Replace(`---
title: ONE
aliases: LIST
tags: LIST
type: concept
sources: ["[[2026-03-01]]"]
created: 2026-03-01
description: ONE
status: ONE
lang: ONE
owner: LIST
---
`)
		files["wiki/concepts/"+nameless.Replace(all)+".md"] = head + attacked(three[0]) + attacked(three[1]) + attacked(three[2])
	}
	return files
}
