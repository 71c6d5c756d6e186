package plugin

import "go.uber.org/fx"

// Group is the fx value group that [Provide] contributes to. Its order is random:
// consumers index it by name and take their order from elsewhere.
const Group = "plugins"

// Provide returns the fx option that adds the plugin which ctor builds to
// [Group]. ctor is a function whose parameters fx provides and which returns a
// [Plugin], or a Plugin and an error.
func Provide(ctor any) fx.Option {
	return fx.Provide(fx.Annotate(ctor, fx.ResultTags(`group:"`+Group+`"`)))
}
