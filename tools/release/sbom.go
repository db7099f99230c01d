package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
)

// The members of CycloneDX 1.6, https://cyclonedx.org/docs/1.6/json, that are written.
type (
	bom struct {
		Format     string      `json:"bomFormat"`
		Spec       string      `json:"specVersion"`
		Version    int         `json:"version"`
		Metadata   metadata    `json:"metadata"`
		Components []component `json:"components"`
	}
	metadata struct {
		Timestamp string    `json:"timestamp,omitempty"` // of the commit, so that it is the same each time
		Component component `json:"component"`
	}
	component struct {
		Type     string   `json:"type"`
		Ref      string   `json:"bom-ref"`
		Name     string   `json:"name"`
		Version  string   `json:"version"`
		PURL     string   `json:"purl"`
		Hashes   []sum    `json:"hashes,omitempty"`
		Licences []choice `json:"licenses,omitempty"`
	}
	sum struct {
		Alg     string `json:"alg"`
		Content string `json:"content"`
	}
	choice struct {
		Expression string `json:"expression"`
	}
)

// sbom lists the modules in a program, by what the go command noted in it. licences are those of the modules.
func sbom(path string, licences map[string]string) ([]byte, error) {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return nil, err
	}
	b, err := fsutil.ReadFile(path)
	if err != nil {
		return nil, err
	}
	hash := sha256.Sum256(b)
	main := library(&info.Main, "MIT")
	main.Type, main.Hashes = "application", []sum{{"SHA-256", hex.EncodeToString(hash[:])}}
	main.Name = info.Path[strings.LastIndexByte(info.Path, '/')+1:]
	out := bom{Format: "CycloneDX", Spec: "1.6", Version: 1, Metadata: metadata{setting(info, "vcs.time"), main}}
	goVersion, _, _ := strings.Cut(strings.TrimPrefix(info.GoVersion, "go"), " ")
	out.Components = append(out.Components, component{Type: "library", Ref: "pkg:golang/std@" + goVersion, Name: "std", Version: goVersion,
		PURL: "pkg:golang/std@" + goVersion, Licences: []choice{{"BSD-3-Clause"}}})
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		licence := licences[m.Path+" "+m.Version]
		if licence == "" {
			return nil, fmt.Errorf("NOTICE does not have %s %s: go run ./tools/release notice > NOTICE", m.Path, m.Version)
		}
		out.Components = append(out.Components, library(m, licence))
	}
	text, err := json.MarshalIndent(out, "", "  ")
	return append(text, '\n'), err
}

func library(m *debug.Module, licence string) component {
	purl := "pkg:golang/" + m.Path + "@" + m.Version
	return component{Type: "library", Ref: purl, Name: m.Path, Version: m.Version, PURL: purl, Licences: []choice{{licence}}}
}

// setting returns what the go command noted of a build under a name.
func setting(info *debug.BuildInfo, name string) string {
	for _, s := range info.Settings {
		if s.Key == name {
			return s.Value
		}
	}
	return ""
}
