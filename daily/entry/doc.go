// Package entry writes and reads one entry of a log as text: its heading, its markers, its bullets and their block ids.
// Package daily, which describes the format, puts entries into logs and finds them there.
package entry
