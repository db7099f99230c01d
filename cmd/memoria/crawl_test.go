package main

import (
	"fmt"
	"html"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// crawl DIR follows every address in the pages of a site on the disk, and fails for one that leads nowhere.
func crawl(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: crawl DIR")
	}
	followed, err := crawlSite(ts.MkAbs(args[0]))
	ts.Check(err)
	if followed < 100 {
		ts.Fatalf("only %d links were found", followed)
	}
}

var (
	siteAddress = regexp.MustCompile(`\s(?:href|src)="([^"]*)"`)
	siteID      = regexp.MustCompile(`\sid="([^"]*)"`)
)

// crawlSite returns how many addresses of the site in dir lead somewhere in it, and the first that leads nowhere.
func crawlSite(dir string) (followed int, err error) {
	ids, links := map[string][]string{}, map[string][]string{}
	err = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		ids[name] = nil
		if filepath.Ext(name) != ".html" || name == "404.html" { // it is shown at any address
			return nil
		}
		page, err := os.ReadFile(path)
		for _, m := range siteID.FindAllSubmatch(page, -1) {
			ids[name] = append(ids[name], html.UnescapeString(string(m[1])))
		}
		for _, m := range siteAddress.FindAllSubmatch(page, -1) {
			links[name] = append(links[name], html.UnescapeString(string(m[1])))
		}
		return err
	})
	if err != nil {
		return 0, err
	}
	for name, all := range links {
		from := &url.URL{Scheme: "https", Host: "site.example", Path: "/below/" + name}
		for _, link := range all {
			to, err := from.Parse(link)
			if err != nil {
				return followed, err
			}
			if to.Host != from.Host {
				continue
			}
			file, inside := strings.CutPrefix(to.Path, "/below/")
			places, there := ids[file]
			if !inside || !there || to.Fragment != "" && !slices.Contains(places, to.Fragment) {
				return followed, fmt.Errorf("%s links to %q, where there is nothing", name, link)
			}
			followed++
		}
	}
	return followed, nil
}
