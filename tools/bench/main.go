// Command bench measures memoria beside what does less, or the same: floors that only look at the files or read them,
// and other people's programs where they are installed (git, rg, hugo). It makes the vaults itself, the same each time,
// runs all of a group by turns, and prints one table of medians.
//
//	go run ./tools/bench [-runs 9] [-only sync,search] [-articles 10000] FOLDER
//
// FOLDER is a new one for the vaults. Whoever runs it removes it.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) == 4 && os.Args[1] == "floor" {
		if err := floor(os.Args[2], os.Args[3]); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	runs := flag.Int("runs", 9, "how often each command runs")
	only := flag.String("only", "", "groups to measure, with commas; all if empty")
	articles := flag.Int("articles", 10000, "articles of the vault for search, lint and the site")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: bench [-runs 9] [-only sync,search] [-articles 10000] FOLDER")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := bench(ctx, flag.Arg(0), *only, *runs, *articles); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(ctx context.Context, folder, only string, runs, articles int) error {
	w, err := newWorld(ctx, folder)
	if err != nil {
		return err
	}
	fmt.Printf("%d cores, %s, medians of %d runs by turns\n\n", runtime.NumCPU(), runtime.Version(), runs)
	fmt.Println("| what | wall | CPU | memory | against | ratio |")
	fmt.Println("|---|--:|--:|--:|---|--:|")
	for _, g := range groups {
		if only != "" && !slices.Contains(strings.Split(only, ","), g.name) {
			continue
		}
		jobs, err := g.jobs(w, articles)
		if err != nil {
			return fmt.Errorf("%s: %w", g.name, err)
		}
		if err := w.measure(jobs, runs); err != nil {
			return fmt.Errorf("%s: %w", g.name, err)
		}
		for _, row := range table(jobs) {
			fmt.Println(row)
		}
	}
	return nil
}
