// Package model is what the generator knows about the product, as data: read
// from the code, or from running it. The committed JSON file is this model; the
// reference pages are projections of it.
package model
