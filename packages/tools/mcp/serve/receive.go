package serve

import (
	"context"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// receive answers what concerns tools from the registry, instead of from copies
// that would have to be kept in step with it. The rest is the SDK's.
func (s *Server) receive(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
		switch r := r.(type) {
		case *sdk.ListToolsRequest:
			own, err := s.session(ctx, r.Session)
			if err != nil {
				return nil, err
			}
			return own.list(ctx, r.Params)
		case *sdk.CallToolRequest:
			own, err := s.session(ctx, r.Session)
			if err != nil {
				return nil, err
			}
			return own.call(ctx, r)
		case *sdk.ListResourcesRequest:
			own, err := s.session(ctx, r.Session)
			if err != nil {
				return nil, err
			}
			return own.links.list(), nil
		case *sdk.ReadResourceRequest:
			own, err := s.session(ctx, r.Session)
			if err != nil {
				return nil, err
			}
			return own.readLink(ctx, r.Params.URI)
		}
		return next(ctx, method, r)
	}
}
