// Command learn finds the weights of the ranker in flush/extract/rank from sessions whose every sentence a reader
// labelled, and measures it on projects that it was not trained on:
//
//	go run ./tools/learn -labels DIR -sessions DIR,DIR -o flush/extract
//
// A file NAME.tsv in the folder of labels belongs to the transcript NAME.jsonl in one of the folders of
// sessions; NAME is the project up to "__", where there is one. Each line is a sentence in seven
// columns: number, turn, voice, label, kind, by, text. The labels are 3 (must be kept), 2 (worth keeping), 1 and 0
// (not) and X (harmful as it stands); by names the sentences that replace an X, or that a 3 or 2
// cannot be understood without.
//
// It writes rank/weights.bin and testdata/ranker.md below the folder of -o. The same input gives the same bytes.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/agent-admin/memoria/flush/extract/rank"
	"github.com/agent-admin/memoria/fsutil"
)

func main() {
	labels := flag.String("labels", "", "folder of the labels")
	sessions := flag.String("sessions", "", "folders of the transcripts, separated by commas")
	out := flag.String("o", "", "folder of the extractive author, to write to")
	row := flag.Bool("row", false, "print only how the projects are scored, as a row of a table")
	without := flag.String("without", "", "a family of features to leave out in that row")
	flag.Parse()
	if err := run(*labels, strings.Split(*sessions, ","), *out, *row, *without); err != nil {
		fmt.Fprintln(os.Stderr, "learn:", err)
		os.Exit(1)
	}
}

func run(labels string, folders []string, out string, row bool, without string) error {
	all, err := load(labels, folders)
	if err != nil {
		return err
	}
	short, err := own()
	if err != nil {
		return err
	}
	if row {
		family, err := rank.FamilyOf(without)
		if err != nil {
			return err
		}
		t, _, order := cross(all, short, family...)
		fmt.Printf("| %v | %.3f |\n", t, order)
		return nil
	}
	table := report(all, short)
	fmt.Print(table)
	if out == "" {
		return nil
	}
	data, err := fit(append(all, short...)).MarshalBinary()
	if err != nil {
		return err
	}
	dir, err := fsutil.OpenDir(out)
	if err != nil {
		return err
	}
	defer dir.Close()
	return errors.Join(replace(dir, "rank/weights.bin", data), replace(dir, "testdata/ranker.md", []byte(table)))
}

func replace(dir *fsutil.Dir, name string, data []byte) error {
	old, err := dir.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return dir.SwapFile(name, old, data, 0o644)
}
