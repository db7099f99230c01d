package main

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// pictures are those of the documentation: a page of the demo's site, and the window that it is seen in.
var pictures = []struct {
	name, page    string
	width, height int
}{
	{"home.png", "index.html", 1280, 900},
	{"site.png", "wiki/concepts/wal-file.html", 1280, 860},
	{"day.png", "daily/2026-03-05.html", 1280, 760},
	{"project.png", "site/projects/tidewatch.html", 1280, 800},
	{"phone.png", "wiki/concepts/wal-file.html", 390, 844},
}

// pictureMost is how many bytes a picture may have, so that the repository stays small.
const pictureMost = 80 << 10

// TestPictures holds the pictures of the documentation to their size. UPDATE=pictures go test ./cmd/memoria -run TestPictures takes them
// anew, with Chromium.
func TestPictures(t *testing.T) {
	if os.Getenv("UPDATE") == "pictures" {
		takePictures(t)
	}
	for _, p := range pictures {
		file := fsutiltest.Read(t, filepath.Join(repositoryTop, "docs", p.name))
		set, err := png.DecodeConfig(bytes.NewReader([]byte(file)))
		if err != nil || set.Width != p.width || set.Height != p.height || len(file) > pictureMost {
			t.Errorf("docs/%s: %d by %d, %d bytes, %v; UPDATE=pictures go test ./cmd/memoria -run TestPictures takes it anew", p.name, set.Width, set.Height, len(file), err)
		}
	}
	found, err := filepath.Glob(filepath.Join(repositoryTop, "docs", "*.png"))
	must.Hold(t, err == nil && len(found) == len(pictures), "%d pictures lie in docs: %v", len(found), err)
}

func takePictures(t *testing.T) {
	t.Helper()
	home := t.TempDir()
	path := must.Get(plainPath())(t)
	sh := &shell{t: t, home: home, path: path}
	sh.run("memoria demo demo")
	for _, p := range pictures {
		shot, frame := filepath.Join(home, p.name), filepath.Join(home, "frame.html") // a window is never as narrow as a phone
		fsutiltest.Write(t, frame, fmt.Sprintf(`<body style="margin: 0"><iframe style="border: 0; display: block" width="%d" height="%d" src="file://%s"></iframe>`, p.width, p.height, filepath.ToSlash(filepath.Join(home, "demo", ".memoria", "site", filepath.FromSlash(p.page)))))
		args := []string{"--headless", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1", "--user-data-dir=" + t.TempDir(),
			fmt.Sprintf("--window-size=%d,%d", max(p.width, 500), p.height), "--screenshot=" + shot, "file://" + filepath.ToSlash(frame)}
		if os.Geteuid() == 0 {
			args = append([]string{"--no-sandbox"}, args...)
		}
		if out, err := exec.Command("chromium", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		full := must.Get(png.Decode(bytes.NewReader([]byte(fsutiltest.Read(t, shot)))))(t)
		var out bytes.Buffer
		must.Do(t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, fewColours(full, image.Rect(0, 0, p.width, p.height))))
		fsutiltest.Write(t, filepath.Join(repositoryTop, "docs", p.name), out.String())
	}
}

// fewColours returns a part of a picture with the 128 colours that it has most of: text and lines need no more.
func fewColours(full image.Image, b image.Rectangle) *image.Paletted {
	count := map[color.RGBA]int{}
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(full.At(x, y)).(color.RGBA) }
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			count[at(x, y)]++
		}
	}
	all := make([]color.RGBA, 0, len(count))
	for c := range count {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b color.RGBA) int {
		return cmp.Or(count[b]-count[a], cmp.Compare(uint32(a.R)<<16|uint32(a.G)<<8|uint32(a.B), uint32(b.R)<<16|uint32(b.G)<<8|uint32(b.B)))
	})
	var palette color.Palette
	for _, c := range all[:min(len(all), 128)] {
		palette = append(palette, c)
	}
	out := image.NewPaletted(b, palette)
	known := map[color.RGBA]uint8{}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := at(x, y)
			i, ok := known[c]
			if !ok {
				i = uint8(palette.Index(c))
				known[c] = i
			}
			out.SetColorIndex(x, y, i)
		}
	}
	return out
}
