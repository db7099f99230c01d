package fsutil

// unwaiting is 0: on Windows nothing with a name in a directory blocks an open.
const unwaiting = 0

func isSpecial(error) bool { return false }
