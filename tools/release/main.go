// Command release makes what a release of memoria has besides its programs:
//
//	go run ./tools/release notice                        the licences of all that is linked, as NOTICE has them
//	go run ./tools/release sbom PROGRAM                  the parts of a program, as CycloneDX JSON
//	go run ./tools/release npm DIST VERSION OUT          npm packages of the programs in DIST, as .tgz files in OUT
//
// The same input gives the same bytes.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/agent-admin/memoria/fsutil"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "release: %v\n", err)
		os.Exit(1)
	}
}

var errUsage = errors.New("usage: release notice | release sbom PROGRAM | release npm DIST VERSION OUT")

func run(ctx context.Context, args []string) error {
	switch {
	case len(args) == 1 && args[0] == "notice":
		text, err := notice(ctx, ".")
		if err != nil {
			return err
		}
		_, err = os.Stdout.Write(text)
		return err
	case len(args) == 2 && args[0] == "sbom":
		text, err := fsutil.ReadFile("NOTICE")
		if err != nil {
			return err
		}
		out, err := sbom(args[1], licences(text))
		if err != nil {
			return fmt.Errorf("list the parts of %s: %w", args[1], err)
		}
		_, err = bytes.NewReader(out).WriteTo(os.Stdout)
		return err
	case len(args) == 4 && args[0] == "npm":
		return npm(args[1], args[2], args[3])
	}
	return errUsage
}
