package ask

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

func (a *app) openCmd() *cobra.Command {
	var obsidian, site, show bool
	c := command.New("open", a.InVault(func(ctx context.Context, v *workspace.Vault, args []string) error {
		page, err := a.pageOf(ctx, v, strings.Join(args, " "))
		if err != nil {
			return err
		}
		file := v.Dir.PathOf(filepath.FromSlash(page))
		at := file
		switch {
		case obsidian:
			at = "obsidian://open?path=" + strings.ReplaceAll(url.QueryEscape(file), "+", "%20")
		case site:
			if at, err = siteOf(v, page); err != nil {
				return err
			}
		}
		if show || a.AsJSON {
			return a.Answer(struct {
				Page string `json:"page"`
				Open string `json:"open"`
			}{page, at}, func() { a.UI.Print("%s", say.Printable(at)) })
		}
		if err := a.launch(at, !obsidian && !site); err != nil {
			return exit.Hint(fmt.Errorf("open %s: %w", page, err), exit.Failure, "set VISUAL or EDITOR to the editor you use; --print says what would be opened")
		}
		return nil
	}))
	c.Args = cobra.ArbitraryArgs
	f := c.Flags()
	f.BoolVar(&obsidian, "obsidian", false, "open it in Obsidian")
	f.BoolVar(&site, "site", false, "open its page of the site, as it was built last")
	f.BoolVar(&show, "print", false, "print what would be opened")
	a.JSONFlag(c)
	c.MarkFlagsMutuallyExclusive("obsidian", "site")
	return c
}

// pageOf returns the path of the page that a person names: the home for "", a day, or a page.
func (a *app) pageOf(ctx context.Context, v *workspace.Vault, name string) (string, error) {
	if name == "" {
		return v.Config.Wiki + "/index.md", nil
	}
	w, err := v.Wiki().Load(ctx)
	if err != nil {
		return "", fmt.Errorf("open: %w", err)
	}
	p, err := w.Resolve(name)
	var many *wiki.AmbiguousError
	if day, ok := a.dayOf(v, name); ok && (err != nil || p.Kind == wiki.DayPage) {
		return logOf(w, day)
	}
	switch {
	case errors.As(err, &many):
		return "", exit.Hint(fmt.Errorf("open: %q may be %s", name, say.Printable(strings.Join(many.Candidates, " or "))), exit.Failure, "name one of them by its path")
	case err != nil:
		return "", unknownPage("open", name, w)
	}
	return p.Path, nil
}

// dayOf reads the name of a day.
func (a *app) dayOf(v *workspace.Vault, name string) (daily.Date, bool) {
	if d, err := daily.ParseDate(name); err == nil {
		return d, true
	}
	if name != "today" && name != "yesterday" {
		return daily.Date{}, false
	}
	at, err := workspace.ParseMoment(name, a.Now(), v.Config.Zone)
	return daily.DateOf(at, v.Config.Zone), err == nil
}

// logOf returns the log of a day; of several machines the first.
func logOf(w *wiki.Wiki, day daily.Date) (string, error) {
	for _, p := range w.Pages() {
		if d, err := daily.ParseDate(p.Name); p.Kind == wiki.DayPage && err == nil && (d == day || day.Machine() == "" && d.Day() == day) {
			return p.Path, nil
		}
	}
	return "", exit.Hint(fmt.Errorf("open: there is no log of %s", day), exit.Failure, "memoria recent says on which days something was kept")
}

// siteOf returns the address of a page of the site.
func siteOf(v *workspace.Vault, page string) (string, error) {
	html := strings.TrimSuffix(page, ".md") + ".html"
	if page == v.Config.Wiki+"/index.md" {
		html = "index.html"
	}
	file := filepath.Join(v.Dir.PathOf(v.Config.Site.Folder()), filepath.FromSlash(html))
	if _, err := os.Stat(file); err != nil {
		return "", exit.Hint(fmt.Errorf("open: the site has no page of %s", page), exit.Failure, "memoria build writes the site; memoria serve shows it live")
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String(), nil
}

// launch opens a file in the person's editor, or what it is in the program that the system has for it.
func (a *app) launch(at string, edit bool) error {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if editor := strings.TrimSpace(a.Getenv(name)); edit && editor != "" {
			return a.Hand(command.Program(editor, at))
		}
	}
	switch runtime.GOOS {
	case "darwin":
		return a.Hand(command.Program("open", at))
	case "windows":
		return a.Hand(command.Program("rundll32 url.dll,FileProtocolHandler", at))
	}
	return a.Hand(command.Program("xdg-open", at))
}
