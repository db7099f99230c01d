package agent

import "errors"

func fifo(string) error { return errors.New("no pipes with a name in a folder here") }
