package plugin

import "context"

type placeKey struct{}

// WithPlaces returns a context for [Plugin.Install] by which the plugin can tell
// where its configuration is written: place returns FILE:LINE of the member that a
// JSON pointer (RFC 6901) names, or "" for nowhere.
func WithPlaces(ctx context.Context, place func(pointer string) string) context.Context {
	return context.WithValue(ctx, placeKey{}, place)
}

// PlaceIn returns what tells where the configuration is written that is installed
// under ctx, for warnings about it; see [WithPlaces]. It is never nil.
func PlaceIn(ctx context.Context) func(pointer string) string {
	if place, _ := ctx.Value(placeKey{}).(func(string) string); place != nil {
		return place
	}
	return func(string) string { return "" }
}
