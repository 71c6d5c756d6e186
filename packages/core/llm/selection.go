package llm

import (
	"fmt"
	"strings"
)

// Selection names a model.
type Selection struct {
	// Provider is the name under which the provider is configured.
	Provider string `json:"provider,omitzero"`
	// Model is the provider's name of the model.
	Model string `json:"model,omitzero"`
	// ReasoningEffort is how much the model should think, in the provider's words (for
	// example low, medium, high); "" leaves it to the provider.
	ReasoningEffort string `json:"reasoningEffort,omitzero"`
}

// ParseSelection reads "provider/model". The model may contain slashes itself.
func ParseSelection(text string) (Selection, error) {
	provider, model, ok := strings.Cut(text, "/")
	if !ok || provider == "" || model == "" {
		return Selection{}, &Error{
			Code:    CodeUnknownModel,
			Message: fmt.Sprintf("model %q: write it as provider/model", text),
		}
	}
	return Selection{Provider: provider, Model: model}, nil
}

// String returns "provider/model", without the part that is not set.
func (s Selection) String() string {
	if s.Provider == "" || s.Model == "" {
		return s.Provider + s.Model
	}
	return s.Provider + "/" + s.Model
}
