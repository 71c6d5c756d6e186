// Package vet checks what the compiler cannot: who may dispatch an event, which
// way imports go, that a closed set of variants is handled as a whole. Command
// dshvet runs the analyzers under go vet:
//
//	go vet -vettool=bin/dshvet work
//
// A finding says what to do. Two of them can be answered in the code, with a
// directive and a reason:
//
//	//dsh:answers a listener answers by itself and never asks the next
//	//dsh:rest a switch over variants treats all others alike
package vet
