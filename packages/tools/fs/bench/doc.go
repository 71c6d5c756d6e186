// Package bench measures the file tools against floors in the same run: ripgrep for searches,
// plain reading and writing for edits. It holds no code of the product; run it with
//
//	go test ./bench -bench .
//
// The tree that is searched has 50,000 files. It is made once in the directory that the
// environment variable DSH_BENCH_TREE names, and kept there; without it, for the run alone.
package bench
