// Package textdiff makes the hunks that presentation cards show for a write or an edit: for each
// place that changed, the old and the new lines with a few lines of context.
//
// The comparison is by whole lines, through a library; this package bounds it, so that two large
// unrelated texts cost little and the hunks stay small enough to be recorded.
package textdiff
