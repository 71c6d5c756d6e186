package llm

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Router is a [Model] that hands each request to the model that is filed under its
// provider. It must not be changed while it is in use.
type Router map[string]Model

// Generate asks the provider's model. An unknown provider has [CodeUnknownModel] and a
// message that names the known ones.
func (r Router) Generate(ctx context.Context, req Request, sink Sink) (Response, error) {
	model, ok := r[req.Selection.Provider]
	if !ok || model == nil {
		return Response{}, &Error{Code: CodeUnknownModel, Message: fmt.Sprintf(
			"no provider %q: known are %s", req.Selection.Provider, r.names())}
	}
	return model.Generate(ctx, req, sink)
}

func (r Router) names() string {
	if len(r) == 0 {
		return "(none)"
	}
	return strings.Join(slices.Sorted(maps.Keys(r)), ", ")
}
