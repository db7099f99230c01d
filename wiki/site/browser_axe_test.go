//go:build linux

package site

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// The checker of accessibility, as npm has it. None of it is in this repository.
const (
	axeVersion = "4.14.1"
	axeSum     = "sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
)

// axe is its script, kept in the user's cache; "" where it is not to be had, which reason says.
func axe(t *testing.T) (script, reason string) {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		cache = t.TempDir()
	}
	dir := filepath.Join(cache, "memoria-test")
	name := filepath.Join(dir, "axe-core-"+axeVersion+".tgz")
	pack, err := os.ReadFile(name)
	if err != nil || sum(pack) != axeSum {
		if pack, err = packed(t, name); err != nil {
			return "", err.Error()
		}
	}
	unzip := must.Get(gzip.NewReader(bytes.NewReader(pack)))(t)
	for files := tar.NewReader(unzip); ; {
		h, err := files.Next()
		must.Be(t, err == nil, "look for axe.min.js in %s: %v", name, err)
		if h.Name == "package/axe.min.js" {
			body := must.Get(io.ReadAll(files))(t)
			return string(body), ""
		}
	}
}

// packed has npm fetch the package, and keeps it for the next time.
func packed(t *testing.T, name string) ([]byte, error) {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return nil, errors.New("there is no npm on the PATH to fetch it")
	}
	ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
	defer stop()
	tmp := t.TempDir()
	cmd := exec.CommandContext(ctx, npm, "pack", "--silent", "--ignore-scripts", "axe-core@"+axeVersion)
	cmd.Dir = tmp
	cmd.WaitDelay = time.Second
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, errors.New("npm cannot fetch it: " + string(out))
	}
	pack, err := os.ReadFile(filepath.Join(tmp, filepath.Base(name)))
	if err != nil {
		return nil, err
	}
	must.Be(t, sum(pack) == axeSum, "axe-core %s is not what it was: %s", axeVersion, sum(pack))
	if os.MkdirAll(filepath.Dir(name), 0o755) == nil {
		_ = os.WriteFile(name, pack, 0o644) // the next run fetches it anew where this fails
	}
	return pack, nil
}

func sum(b []byte) string {
	s := sha512.Sum512(b)
	return "sha512-" + base64.StdEncoding.EncodeToString(s[:])
}
