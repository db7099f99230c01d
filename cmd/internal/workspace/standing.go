package workspace

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/vault/standing"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// settle has the settings of a vault that was opened say where its logs stand. A setting that a person edited moves nothing:
// logs are read and written where they stand until the person has moved them all, so that none is missed. The error is a
// *vault.ConfigError.
func settle(v *vault.Vault) error {
	was, want := standing.Read(v.Dir).Folder, layout.Daily(v.Config.Daily.Folder())
	if was == want {
		return nil
	}
	if err := isFolder(v.Dir, want.Folder()); err != nil {
		return err
	}
	switch {
	case !standing.Any(v.Dir, was):
		_ = standing.Record{Folder: want}.Write(v.Dir) // else it is found out the next time
	case standing.Any(v.Dir, want):
		return &vault.ConfigError{Where: layout.Config, Key: "daily", Why: fmt.Sprintf("logs stand in %s/ and in %s/; move those of %[1]s/ to %[2]s/", was, want)}
	default:
		v.Config.Daily = was
		v.Warnings = append(v.Warnings, fmt.Sprintf("config %s: daily: the logs stand in %s/ still; move that folder to %s/", layout.Config, was, want))
	}
	return nil
}

// isFolder returns an error if a name in the vault is that of something else than a folder of it.
func isFolder(dir *fsutil.Dir, name string) error {
	info, err := dir.Stat(name)
	why := "is no folder"
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && info.IsDir():
		return nil
	case err != nil:
		why = "cannot be a folder of the vault: a link leads out of it, or a file is in the way"
	}
	return &vault.ConfigError{Where: layout.Config, Key: "daily", Why: fmt.Sprintf("%q %s", name, why)}
}
