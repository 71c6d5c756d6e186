package library

// Strip gives what the source has of a part.
var Strip = strip
