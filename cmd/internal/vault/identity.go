package vault

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// An Identity says who writes into a shared vault from this machine. Its logs are named by the machine and hold its
// id, its entries hold both names.
type Identity struct {
	Name string `json:"name"` // of the machine, unique in the vault: 1 to 20 of a-z, 0-9 and -
	ID   string `json:"id"`   // 8 random hex digits
	Who  string `json:"who"`  // the person: 1 to 40 of a-z, 0-9 and -
}

// The most bytes of the names.
const (
	machineDigits = 8

	MaxMachine = 20
	MaxPerson  = 40
)

const identityWait = 10 * time.Second

// IsPerson reports whether s can name a person: 1 to 40 of a-z, 0-9 and -.
func IsPerson(s string) bool {
	return s != "" && len(s) <= MaxPerson && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

func isHex(s string, n int) bool {
	return len(s) == n && strings.Trim(s, "0123456789abcdef") == ""
}

// IsMachineID reports whether s can be the id of a machine.
func IsMachineID(s string) bool { return isHex(s, machineDigits) }

// NewMachine returns the id of a new machine.
func NewMachine() string { return fmt.Sprintf("%0*x", machineDigits, rand.Uint32()) }

// ReadIdentity returns the identity that this machine has in the vault; none if it has none yet.
func ReadIdentity(d *fsutil.Dir, now time.Time) (Identity, error) {
	var id Identity
	_, err := fsutil.ReadState(d, layout.Machine, layout.MachineVersion, &id, now)
	return id, err
}

// KeepIdentity gives this machine an identity in a shared vault, or changes its names: want, with a number behind
// the name of the machine if another one has it. taken reports whether logs of a machine with another id have a name.
// What want leaves out stays as it is; a new machine gets an id.
func KeepIdentity(ctx context.Context, d *fsutil.Dir, want Identity, taken func(name, id string) bool, now time.Time) (Identity, error) {
	ctx, cancel := context.WithTimeout(ctx, identityWait)
	defer cancel()
	unlock, err := d.Lock(ctx, layout.LockMachine)
	if err != nil {
		return Identity{}, err
	}
	defer unlock()
	id, err := ReadIdentity(d, now)
	if err != nil {
		return Identity{}, err
	}
	if id.ID == "" {
		id.ID = cmp.Or(want.ID, NewMachine())
	}
	if want.Who != "" {
		id.Who = want.Who
	}
	if want.Name != "" {
		id.Name = want.Name
	}
	id.Name = Free(id.Name, func(name string) bool { return taken(name, id.ID) })
	_, err = fsutil.WriteState(d, layout.Machine, layout.MachineVersion, id)
	return id, err
}

// Free returns name, or name with the first number behind it that is not taken.
func Free(name string, taken func(string) bool) string {
	base := name
	if i := strings.LastIndexByte(name, '-'); i > 0 && strings.Trim(name[i+1:], "0123456789") == "" {
		base = name[:i]
	}
	for n := 2; taken(name); n++ {
		tail := fmt.Sprintf("-%d", n)
		name = strings.TrimRight(base[:min(len(base), MaxMachine-len(tail))], "-") + tail
	}
	return name
}
