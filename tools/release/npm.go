package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
)

// The npm packages: the one that people name, and one for each platform, of which npm fetches only the one that fits.
const scope = "@agent-admin"

//go:embed npm.js
var wrapper []byte

// platforms are those of the programs, as the go command and as npm call them.
var platforms = []struct{ dist, system, cpu string }{
	{"linux_amd64", "linux", "x64"}, {"linux_arm64", "linux", "arm64"},
	{"darwin_amd64", "darwin", "x64"}, {"darwin_arm64", "darwin", "arm64"},
	{"windows_amd64", "win32", "x64"}, {"windows_arm64", "win32", "arm64"},
}

// programs are those that every package has.
var programs = []string{"memoria", "memoria-hook"}

// A manifest is a package.json, https://docs.npmjs.com/cli/configuring-npm/package-json.
type manifest struct {
	Name        string            `json:"name"`
	Version     string            `json:"version"`
	Description string            `json:"description"`
	License     string            `json:"license"`
	Repository  string            `json:"repository"`
	OS          []string          `json:"os,omitempty"`
	CPU         []string          `json:"cpu,omitempty"`
	Unplugged   bool              `json:"preferUnplugged,omitempty"` // a program cannot run out of an archive
	Bin         map[string]string `json:"bin,omitempty"`
	Engines     map[string]string `json:"engines,omitempty"`
	Optional    map[string]string `json:"optionalDependencies,omitempty"`
}

// A packed is one file of a package.
type packed struct {
	name string
	data []byte
	mode int64
}

// npm writes the packages of the programs that goreleaser left in dist. A platform without programs has no package.
func npm(dist, version, out string) error {
	version = strings.TrimPrefix(version, "v")
	dir, err := fsutil.CreateDir(out, 0o755)
	if err != nil {
		return err
	}
	defer dir.Close()
	texts, err := read(".", 0o644, "LICENSE", "NOTICE", "README.md")
	if err != nil {
		return err
	}
	main := manifest{Name: scope + "/memoria", Version: version, Description: "A memory for work with coding agents, in Markdown", License: "MIT",
		Repository: "github:agent-admin/memoria", Bin: map[string]string{"memoria": "bin/memoria.js"}, Engines: map[string]string{"node": ">=18"},
		Optional: map[string]string{}}
	for _, p := range platforms {
		files, err := found(dist, p.dist)
		if err != nil {
			return err
		}
		if len(files) == 0 {
			continue
		}
		m := manifest{Name: scope + "/memoria-" + p.system + "-" + p.cpu, Version: version, Description: "memoria for " + p.system + " " + p.cpu, License: "MIT",
			Repository: main.Repository, OS: []string{p.system}, CPU: []string{p.cpu}, Unplugged: true}
		main.Optional[m.Name] = version
		if err := write(dir, m, append(files, texts...)); err != nil {
			return err
		}
	}
	if len(main.Optional) == 0 {
		return fmt.Errorf("%s holds no programs", dist)
	}
	return write(dir, main, append([]packed{{"bin/memoria.js", wrapper, 0o755}}, texts...))
}

// found reads the programs of a platform, none where it has none. goreleaser puts them into folders such as
// memoria_linux_amd64_v1.
func found(dist, platform string) (files []packed, err error) {
	for _, program := range programs {
		name := program
		if strings.HasPrefix(platform, "windows") {
			name += ".exe"
		}
		at, err := filepath.Glob(filepath.Join(dist, program+"_"+platform+"*", name))
		if err != nil {
			return nil, err
		}
		if len(at) == 0 {
			return nil, nil
		}
		b, err := os.ReadFile(at[0])
		if err != nil {
			return nil, err
		}
		files = append(files, packed{"bin/" + name, b, 0o755})
	}
	return files, nil
}

func read(dir string, mode int64, names ...string) (files []packed, err error) {
	for _, name := range names {
		b, err := fsutil.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		files = append(files, packed{name, b, mode})
	}
	return files, nil
}

// epoch is the time that npm gives the files of all packages, since some tools take none before 1980.
var epoch = time.Date(1985, time.October, 26, 8, 15, 0, 0, time.UTC)

// write writes a package as npm pack would call it: a compressed tar with everything below package/.
func write(dir *fsutil.Dir, m manifest, files []packed) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(z)
	for _, f := range append([]packed{{"package.json", append(text, '\n'), 0o644}}, files...) {
		if err := t.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: "package/" + f.name, Size: int64(len(f.data)), Mode: f.mode, ModTime: epoch, Format: tar.FormatUSTAR}); err != nil {
			return err
		}
		if _, err := t.Write(f.data); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	name := strings.ReplaceAll(strings.TrimPrefix(m.Name, "@"), "/", "-") + "-" + m.Version + ".tgz"
	_, err = dir.WriteFile(name, b.Bytes(), 0o644)
	return err
}
