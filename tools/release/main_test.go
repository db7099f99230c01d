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
)

// NOTICE has the licences of all that the programs link, of the versions in go.mod.
func TestNotice(t *testing.T) {
	want, err := notice(t.Context(), filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join("..", "..", "NOTICE"))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("NOTICE is not in step with go.mod (%v): go run ./tools/release notice > NOTICE", err)
	}
	known := licences(got)
	if len(known) < 10 || known["github.com/spf13/cobra v1.10.2"] == "" && len(known) == 0 {
		t.Errorf("it has %d modules", len(known))
	}
	for module, licence := range known { // none that asks for more than its text
		for kind := range strings.SplitSeq(licence, " AND ") {
			if !slices.Contains([]string{"MIT", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "ISC"}, kind) {
				t.Errorf("%s is under %s", module, licence)
			}
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
		if got := strings.Join(kindsOf(text), " AND "); got != want {
			t.Errorf("%q is %q", text, got)
		}
	}
}

// The test binary is a program with modules like any other.
func TestSBOM(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "NOTICE"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := sbom(self, licences(text))
	if err != nil {
		t.Fatal(err)
	}
	var got bom
	if err := json.Unmarshal(b, &got); err != nil || got.Format != "CycloneDX" || len(got.Components) < 2 || got.Metadata.Component.Type != "application" {
		t.Fatalf("%v: %s", err, b)
	}
	for _, c := range got.Components {
		if c.PURL != "pkg:golang/"+c.Name+"@"+c.Version || c.Licences[0].Expression == "" {
			t.Errorf("%+v", c)
		}
	}
	if _, err := sbom(self, nil); err == nil {
		t.Error("a module without a licence passes")
	}
}

// The packages hold what npm installs: both programs for each platform, and what starts the one that fits.
func TestNPM(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	dist, out := t.TempDir(), t.TempDir()
	put := func(name string) {
		path := filepath.Join(dist, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(name), 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	put("memoria_linux_amd64_v1/memoria")
	put("memoria-hook_linux_amd64_v1/memoria-hook")
	put("memoria_windows_arm64_v8.0/memoria.exe")
	put("memoria-hook_windows_arm64_v8.0/memoria-hook.exe")
	if err := npm(dist, "v0.1.0", out); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"memoria":             {"package.json", "bin/memoria.js", "LICENSE", "NOTICE", "README.md"},
		"memoria-linux-x64":   {"package.json", "bin/memoria", "bin/memoria-hook", "LICENSE", "NOTICE", "README.md"},
		"memoria-win32-arm64": {"package.json", "bin/memoria.exe", "bin/memoria-hook.exe", "LICENSE", "NOTICE", "README.md"},
	} {
		files := unpack(t, filepath.Join(out, "agent-admin-"+name+"-0.1.0.tgz"))
		if got := slices.Collect(maps.Keys(files)); len(got) != len(want) {
			t.Errorf("%s has %q", name, got)
		}
		for _, f := range want {
			if files["package/"+f] == "" {
				t.Errorf("%s has no %s", name, f)
			}
		}
		var m manifest
		if err := json.Unmarshal([]byte(files["package/package.json"]), &m); err != nil || m.Name != scope+"/"+name || m.Version != "0.1.0" {
			t.Errorf("%+v, %v", m, err)
		}
		if name == "memoria" && !maps.Equal(m.Optional, map[string]string{scope + "/memoria-linux-x64": "0.1.0", scope + "/memoria-win32-arm64": "0.1.0"}) {
			t.Errorf("%+v", m.Optional)
		}
	}
	again := t.TempDir()
	if err := npm(dist, "v0.1.0", again); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{"memoria", "memoria-linux-x64", "memoria-win32-arm64"} {
		name := "agent-admin-" + p + "-0.1.0.tgz"
		if !bytes.Equal(fsutiltest.Read(t, filepath.Join(out, name)), fsutiltest.Read(t, filepath.Join(again, name))) {
			t.Errorf("%s has other bytes the second time", name)
		}
	}
	if err := npm(t.TempDir(), "v0.1.0", out); err == nil {
		t.Error("packages of no programs")
	}
}

func unpack(t *testing.T, path string) map[string]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err == io.EOF {
			return out
		}
		b, readErr := io.ReadAll(r)
		if err := errors.Join(err, readErr); err != nil {
			t.Fatal(err)
		}
		out[h.Name] = string(b)
	}
}
