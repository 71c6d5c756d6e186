// Package broken computes a median, wrongly: its test says how.
package broken

import "slices"

// Median returns the middle of the values: of an even number of them the mean of
// the two in the middle. It leaves the values as they are; of none it is 0.
func Median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[len(values)/2]
}
