// Package page holds what a generation produces until it is written or compared.
//
// A page is a hand-written file with regions between two comments:
//
//	<!-- BEGIN events -->
//	…
//	<!-- END events -->
//
// Only what stands between them is replaced, so that prose and reference share a
// page and links to it stay stable. Files that are generated as a whole are
// written as they are.
package page
