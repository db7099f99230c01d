// Package adopt takes over pages of a shared vault that other machines wrote, and merges pages that two machines
// changed.
//
// Each page has the property memoria, the sum of the text that its machine generated. If the page has this sum, no
// person edited it. If not, a person did, and the generated text is in the folder of bases under that sum. So any
// machine knows of any page what is a person's, whoever wrote it.
//
// [Pages] finds pages that another machine wrote since this one last looked. They are no person's edits. What this
// machine had on such a page and the other did not know is missing from it, and has to be compiled again. [Merge]
// makes one page of two: the trunk's text with the edits of the person here.
package adopt
