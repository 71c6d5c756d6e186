// Command dshvet runs the repository's own analyzers under go vet:
//
//	go build -o bin/dshvet ./tools/gen/cmd/dshvet
//	go vet -vettool="$PWD/bin/dshvet" work
package main

import (
	"github.com/dsh-go/dsh/tools/gen/vet"
	"golang.org/x/tools/go/analysis/unitchecker"
)

func main() { unitchecker.Main(vet.All()...) }
