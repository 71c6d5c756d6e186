module github.com/dsh-go/dsh/packages/tools/fs

go 1.26.0
