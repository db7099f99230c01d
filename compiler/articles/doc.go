// Package articles finds which pages are the compiler's articles, detects what a person did to them since the last
// run, and decides to which article each draft goes.
package articles
