package main

import "fmt"

// duration prints the median of times in nanoseconds, with three digits.
func duration(ns []float64) string {
	if len(ns) == 0 {
		return ""
	}
	switch v := median(ns); {
	case v < 1e3:
		return digits(v) + " ns"
	case v < 1e6:
		return digits(v/1e3) + " µs"
	case v < 1e9:
		return digits(v/1e6) + " ms"
	default:
		return digits(v/1e9) + " s"
	}
}

// perOp is the Go heap of one operation; rows without time have kept memory
// there.
func perOp(f *figures) string {
	if len(f.bytes) == 0 || len(f.ns) == 0 {
		return ""
	}
	return size(median(f.bytes))
}

// memory is the peak of the process, or what one of many things keeps.
func memory(f *figures) string {
	switch {
	case len(f.rssK) > 0:
		return size(median(f.rssK) * 1024)
	case len(f.ns) == 0 && len(f.bytes) > 0:
		return size(median(f.bytes))
	}
	return ""
}

func size(v float64) string {
	switch {
	case v < 1<<10:
		return digits(v) + " B"
	case v < 1<<20:
		return digits(v/(1<<10)) + " KiB"
	}
	return digits(v/(1<<20)) + " MiB"
}

func count(values []float64) string {
	if len(values) == 0 {
		return ""
	}
	return digits(median(values))
}

// digits prints two or three digits.
func digits(v float64) string {
	switch {
	case v >= 100 || v == float64(int64(v)):
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	case v < 0.1:
		return fmt.Sprintf("%.2g", v)
	}
	return fmt.Sprintf("%.2f", v)
}
