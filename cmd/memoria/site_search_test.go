package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// siteQueries are what people may type; a line each.
const siteQueries = `wal file
busy timeout
checkpoint busy
sqlite driver
release signed
goreleaser
cosign
tide api v2
retry
backup.sh
backups older than a month
gezeiten
importer worker
dashboard transaction
flaky clock
time zone tests
modernc
SQLITE_BUSY
busyTimeout
read transaction
tidewatch
rate limit
changelog
darwin amd64
journal mode
`

// The search of the site finds first what the command line finds first.
func TestSiteSearch(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node to run the scripts with")
	}
	dir := t.TempDir()
	ask := func(args ...string) []byte {
		var out, errs bytes.Buffer
		env := &Env{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }, Now: time.Now, Local: time.UTC, Dir: dir, Home: dir}
		if code := run(context.Background(), env, args); code != 0 {
			t.Fatalf("memoria %s: %d\n%s", args, code, &errs)
		}
		return out.Bytes()
	}
	ask("demo", "v")
	ask("build", "--vault", "v")
	assets, err := filepath.Abs("../../templates/site")
	if err != nil {
		t.Fatal(err)
	}
	find := exec.Command("node", "../../wiki/site/shelf/testdata/find.js", filepath.Join(dir, "v/.memoria/site"), assets)
	find.Stdin = strings.NewReader(siteQueries)
	find.Stderr = os.Stderr
	said, err := find.Output()
	if err != nil {
		t.Fatal(err)
	}
	found := strings.Split(strings.TrimSpace(string(said)), "\n")
	same, all := 0, 0
	for i, q := range strings.Split(strings.TrimSpace(siteQueries), "\n") {
		var cli struct{ Hits []struct{ Path, Link string } }
		if err := json.Unmarshal(ask("search", "--vault", "v", "--json", q), &cli); err != nil {
			t.Fatal(err)
		}
		var site []string
		if err := json.Unmarshal([]byte(found[i]), &site); err != nil {
			t.Fatal(err)
		}
		all++
		switch {
		case len(cli.Hits) == 0 || len(site) == 0:
			if len(cli.Hits) == len(site) {
				same++
			} else {
				t.Logf("%s: %d hits, %d on the site", q, len(cli.Hits), len(site))
			}
		default:
			first, _, _ := strings.Cut(site[0], "#")
			first, _ = url.PathUnescape(first)
			if strings.TrimSuffix(first, ".html") == strings.TrimSuffix(cli.Hits[0].Path, ".md") {
				same++
			} else {
				t.Logf("%s: %s, on the site %s", q, cli.Hits[0].Path, first)
			}
		}
	}
	t.Logf("the first hit is the same of %d queries in %d", same, all)
	if same*100 < all*80 {
		t.Error("the site finds other pages than the command line")
	}
}
