package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// NOTICE has the licences of all that the programs link, of the versions in go.mod.
func TestNotice(t *testing.T) {
	want := must.Get(notice(t.Context(), filepath.Join("..", "..")))(t)
	got, err := os.ReadFile(filepath.Join("..", "..", "NOTICE"))
	must.Hold(t, err == nil && bytes.Equal(got, want), "NOTICE is not in step with go.mod (%v): go run ./tools/release notice > NOTICE", err)
	known := licences(got)
	must.Hold(t, len(known) >= 10 && (known["github.com/spf13/cobra v1.10.2"] != "" || len(known) != 0), "it has %d modules", len(known))
	for module, licence := range known { // none that asks for more than its text
		for kind := range strings.SplitSeq(licence, " AND ") {
			must.Hold(t, slices.Contains([]string{"MIT", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "ISC"}, kind), "%s is under %s", module, licence)
		}
	}
}

func TestKinds(t *testing.T) {
	const clauses = "Redistribution and use in source and binary\nforms, with or without modification"
	for text, want := range map[string]string{
		clauses:                           "BSD-2-Clause",
		clauses + "… Neither the name of": "BSD-3-Clause",
		"All rights reserved.":            "",
		"Licensed under the Apache License,\n Version 2.0.": "Apache-2.0",
	} {
		got := strings.Join(kindsOf(text), " AND ")
		must.Hold(t, got == want, "%q is %q", text, got)
	}
}

// The test binary is a program with modules like any other.
func TestSBOM(t *testing.T) {
	self := must.Get(os.Executable())(t)
	text := must.Get(os.ReadFile(filepath.Join("..", "..", "NOTICE")))(t)
	b := must.Get(sbom(self, licences(text)))(t)
	var got bom
	err := json.Unmarshal(b, &got)
	must.Be(t, err == nil && got.Format == "CycloneDX" && len(got.Components) >= 2 && got.Metadata.Component.Type == "application", "%v: %s", err, b)
	for _, c := range got.Components {
		must.Hold(t, c.PURL == "pkg:golang/"+c.Name+"@"+c.Version && c.Licences[0].Expression != "", "%+v", c)
	}
	must.Hold(t, must.Err(sbom(self, nil)) != nil, "a module without a licence passes")
}

// The packages hold what npm installs: both programs for each platform, and what starts the one that fits.
func TestNPM(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	dist, out := t.TempDir(), t.TempDir()
	put := func(name string) {
		path := filepath.Join(dist, filepath.FromSlash(name))
		must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(name), 0o755)))
	}
	put("memoria_linux_amd64_v1/memoria")
	put("memoria-hook_linux_amd64_v1/memoria-hook")
	put("memoria_windows_arm64_v8.0/memoria.exe")
	put("memoria-hook_windows_arm64_v8.0/memoria-hook.exe")
	must.Do(t, npm(dist, "v0.1.0", out))
	for name, want := range map[string][]string{
		"memoria":             {"package.json", "bin/memoria.js", "LICENSE", "NOTICE", "README.md"},
		"memoria-linux-x64":   {"package.json", "bin/memoria", "bin/memoria-hook", "LICENSE", "NOTICE", "README.md"},
		"memoria-win32-arm64": {"package.json", "bin/memoria.exe", "bin/memoria-hook.exe", "LICENSE", "NOTICE", "README.md"},
	} {
		files := unpack(t, filepath.Join(out, "agent-admin-"+name+"-0.1.0.tgz"))
		got := slices.Collect(maps.Keys(files))
		must.Hold(t, len(got) == len(want), "%s has %q", name, got)
		for _, f := range want {
			must.Hold(t, files["package/"+f] != "", "%s has no %s", name, f)
		}
		var m manifest
		err := json.Unmarshal([]byte(files["package/package.json"]), &m)
		must.Hold(t, err == nil && m.Name == scope+"/"+name && m.Version == "0.1.0", "%+v, %v", m, err)
		must.Hold(t, name != "memoria" || maps.Equal(m.Optional, map[string]string{scope + "/memoria-linux-x64": "0.1.0", scope + "/memoria-win32-arm64": "0.1.0"}), "%+v", m.Optional)
	}
	again := t.TempDir()
	must.Do(t, npm(dist, "v0.1.0", again))
	for _, p := range []string{"memoria", "memoria-linux-x64", "memoria-win32-arm64"} {
		name := "agent-admin-" + p + "-0.1.0.tgz"
		must.Hold(t, bytes.Equal(fsutiltest.Read(t, filepath.Join(out, name)), fsutiltest.Read(t, filepath.Join(again, name))), "%s has other bytes the second time", name)
	}
	err := npm(t.TempDir(), "v0.1.0", out)
	must.Hold(t, err != nil, "packages of no programs")
}

func unpack(t *testing.T, path string) map[string]string {
	t.Helper()
	f := must.Get(os.Open(path))(t)
	defer f.Close()
	z := must.Get(gzip.NewReader(f))(t)
	out := map[string]string{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return out
		}
		b, readErr := io.ReadAll(r)
		must.Do(t, errors.Join(err, readErr))
		out[h.Name] = string(b)
	}
}
