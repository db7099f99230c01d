package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/agent-admin/memoria/fsutil"
)

// systems are those that programs are released for. What is linked depends on nothing else.
var systems = []string{"linux", "darwin", "windows"}

// A part is a module that some program links, or a file of somebody else's that is embedded in one.
type part struct {
	name    string // path and version
	dir     string // with its licence; "" for what has only a text
	texts   []string
	licence string // SPDX expression
}

const rule = "------------------------------------------------------------------------\n"

// notice returns the text of NOTICE for the module at root.
func notice(ctx context.Context, root string) ([]byte, error) {
	parts, err := linked(ctx, root)
	if err != nil {
		return nil, err
	}
	goroot, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	parts = append(parts, part{name: "The Go standard library and runtime", dir: strings.TrimSpace(string(goroot))})
	var b bytes.Buffer
	b.WriteString("memoria is under the MIT licence, see LICENSE. Its programs contain the parts below; the\nlicences of these ask that their texts go along.\n\nWritten by: go run ./tools/release notice\n")
	for _, p := range parts {
		if err := p.read(); err != nil {
			return nil, fmt.Errorf("the licence of %s: %w", p.name, err)
		}
		fmt.Fprintf(&b, "\n%s%s (%s)\n%s", rule, p.name, p.licence, rule)
		for _, text := range p.texts {
			b.WriteString("\n" + text)
		}
	}
	return b.Bytes(), nil
}

// linked lists the modules that the programs link on any system.
func linked(ctx context.Context, root string) (parts []part, err error) {
	g, ctx := errgroup.WithContext(ctx)
	lists := make([][]byte, len(systems))
	for i, system := range systems {
		g.Go(func() error {
			c := exec.CommandContext(ctx, "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/memoria", "./cmd/memoria-hook")
			c.Dir, c.Env, c.Stderr = root, append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"), os.Stderr
			out, err := c.Output()
			lists[i] = out
			if err != nil {
				return fmt.Errorf("go list for %s: %w", system, err)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	lines := strings.Split(string(bytes.Join(lists, nil)), "\n")
	slices.Sort(lines)
	for _, line := range slices.Compact(lines) {
		if name, dir, ok := strings.Cut(line, "\t"); ok {
			parts = append(parts, part{name: name, dir: dir})
		}
	}
	return parts, nil
}

// licenceFile is how the files are called that say under which terms a module is given.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice)([.-].*)?$`)

// read reads the licence of a part.
func (p *part) read() error {
	entries, err := os.ReadDir(p.dir)
	if err != nil {
		return err
	}
	var kinds []string
	for _, e := range entries {
		if !e.Type().IsRegular() || !licenceFile.MatchString(e.Name()) {
			continue
		}
		b, err := fsutil.ReadFile(filepath.Join(p.dir, e.Name()))
		if err != nil {
			return err
		}
		text := strings.TrimSpace(strings.ReplaceAll(string(b), "\r\n", "\n")) + "\n"
		p.texts = append(p.texts, text)
		for _, kind := range kindsOf(text) {
			if !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
		}
	}
	if p.licence = strings.Join(kinds, " AND "); p.licence == "" {
		return errors.New("no text of a known licence")
	}
	return nil
}

// kindsOf tells the licences in a text, by the words that only they have, as https://spdx.org/licenses/ calls them.
func kindsOf(text string) (kinds []string) {
	text = strings.Join(strings.Fields(text), " ")
	for _, k := range []struct{ kind, words, without string }{
		{"Apache-2.0", "Apache License", ""},
		{"BSD-2-Clause", "Redistribution and use in source and binary forms", "Neither the name"},
		{"BSD-3-Clause", "Neither the name", ""},
		{"ISC", "Permission to use, copy, modify, and/or distribute this software for any purpose", ""},
		{"MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy", ""},
		{"MPL-2.0", "Mozilla Public License Version 2.0", ""},
	} {
		if strings.Contains(text, k.words) && (k.without == "" || !strings.Contains(text, k.without)) {
			kinds = append(kinds, k.kind)
		}
	}
	return kinds
}

var heading = regexp.MustCompile(`(?m)^-{72}\n(\S+ \S+) \((.+)\)\n-{72}$`)

// licences are the licences of modules, by path and version, as a NOTICE has them.
func licences(notice []byte) map[string]string {
	out := map[string]string{}
	for _, m := range heading.FindAllSubmatch(notice, -1) {
		out[string(m[1])] = string(m[2])
	}
	return out
}
