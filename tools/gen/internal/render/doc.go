// Package render turns the model into the generated regions of the reference
// pages, as Markdown. Every function is a projection: the same model gives the
// same text.
package render
