module github.com/dsh-go/dsh/packages/tools/bash

go 1.26.0
