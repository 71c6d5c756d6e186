package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/anthropic"
	"github.com/dsh-go/dsh/packages/core/llm/openai"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
	"github.com/dsh-go/dsh/packages/core/llm/scripted"
	"github.com/spf13/cobra"
)

type modelFlags struct {
	model, script, baseURL string
}

func (f *modelFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&f.model, "model", "", "model to ask, as `PROVIDER/NAME`")
	c.Flags().StringVar(&f.script, "script", "", "play the model from a script `FILE`")
	c.Flags().StringVar(&f.baseURL, "base-url", "", "address `URL` of the provider, where it is not the usual one")
	c.MarkFlagsMutuallyExclusive("model", "script")
	_ = c.MarkFlagFilename("script", "json")
}

// openModel is a model that is ready to be asked.
type openModel struct {
	llm.Model
	selection llm.Selection
	close     func()
}

func (f *modelFlags) open() (*openModel, error) {
	if f.model == "" {
		return f.play()
	}
	selection, err := llm.ParseSelection(f.model)
	if err != nil {
		return nil, unusable(err)
	}
	m, err := f.connect(selection.Provider)
	if err != nil {
		return nil, unusable(err)
	}
	m.selection = selection
	return m, nil
}

// play is the scripted model.
func (f *modelFlags) play() (*openModel, error) {
	if f.baseURL != "" {
		return nil, unusable(errors.New("--base-url is about a provider: name a model with --model"))
	}
	script := scripted.Default()
	if f.script != "" {
		var err error
		if script, err = scripted.Load(f.script); err != nil {
			return nil, unusable(err)
		}
	}
	return &openModel{
		Model:     scripted.NewPlayer(script, 0),
		selection: llm.Selection{Provider: "scripted", Model: script.Name},
		close:     func() {},
	}, nil
}

// connect makes the adapter of a provider. Nothing is asked yet.
func (f *modelFlags) connect(name string) (*openModel, error) {
	var c openai.Config
	switch name {
	case "anthropic":
		return f.anthropic()
	case "openai":
		c = openai.OpenAI("")
	case "deepseek":
		c = openai.DeepSeek("")
	case "ollama":
		c = openai.Ollama()
	case "compatible":
		if f.baseURL == "" {
			return nil, errors.New("a compatible server needs its address: give it with --base-url")
		}
		c = openai.Compatible(name, "", "")
	default:
		return nil, fmt.Errorf("no provider is named %q; there are: "+
			"anthropic, compatible, deepseek, ollama, openai", name)
	}
	var err error
	if c.Key, err = f.key(name); err != nil {
		return nil, err
	}
	if f.baseURL != "" {
		c.BaseURL = f.baseURL
	}
	m, err := openai.New(c)
	if err != nil {
		return nil, err
	}
	return &openModel{Model: m, close: m.Close}, nil
}

func (f *modelFlags) anthropic() (*openModel, error) {
	key, err := f.key("anthropic")
	if err != nil {
		return nil, err
	}
	m, err := anthropic.New(anthropic.Config{Config: provider.Config{BaseURL: f.baseURL, Key: key}})
	if err != nil {
		return nil, err
	}
	return &openModel{Model: m, close: m.Close}, nil
}

// key reads a provider's key from the environment.
func (f *modelFlags) key(name string) (provider.Key, error) {
	variable, mandatory := "", true
	switch name {
	case "openai":
		variable = "OPENAI_API_KEY"
	case "anthropic":
		variable = "ANTHROPIC_API_KEY"
	case "deepseek":
		variable = "DEEPSEEK_API_KEY"
	case "compatible":
		variable, mandatory = "DSH_API_KEY", false
	default:
		return "", nil
	}
	key := os.Getenv(variable)
	if key == "" && mandatory {
		return "", fmt.Errorf("provider %s needs a key: put it into the environment variable %s",
			name, variable)
	}
	return provider.Key(key), nil
}
