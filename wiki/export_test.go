package wiki

// DrawDraft draws a hostile draft, for tests that use other packages beside this one.
var DrawDraft = drawDraft
