// Package event gives typed events to the structs that own them.
package event
