package jsonvalue

import _ "github.com/dsh-go/dsh/packages/core/llm" // want `packages/core/jsonvalue and packages/core/llm are both of layer 0`
