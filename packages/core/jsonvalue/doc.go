// Package jsonvalue holds JSON values without loss.
package jsonvalue
