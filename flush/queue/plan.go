package queue

import "time"

const (
	maxHint   = 24 * time.Hour  // the longest wait that is believed
	leaseTime = 5 * time.Minute // how long another machine is believed to work
	leaseSkew = time.Hour       // a lease that ends later was given by a clock that is wrong
)
