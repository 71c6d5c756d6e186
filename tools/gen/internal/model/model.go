package model

import "github.com/dsh-go/dsh/packages/core/jsonvalue"

// Model is everything.
type Model struct {
	Modules  []Module `json:"modules"`
	Events   []Event  `json:"events"`
	Pipeline Pipeline `json:"pipeline"`
	Presets  []Preset `json:"presets"`
	Tools    []Tool   `json:"tools"`
	Plugins  []Plugin `json:"plugins"`
	Codes    []Code   `json:"codes"`
	Command  Command  `json:"command"`
	Rules    []Rule   `json:"rules"`
}

// Module is one module of the workspace.
type Module struct {
	Dir     string `json:"dir"`
	Package string `json:"package"`
	// Layer is its place in the order of imports, lowest first.
	Layer int `json:"layer"`
	// Set is the set of modules that it is released with, "" if it is not.
	Set     string   `json:"set,omitzero"`
	Summary string   `json:"summary"`
	Needs   []string `json:"needs,omitempty"`
	// Foreign are the modules from elsewhere that it requires directly.
	Foreign []string `json:"foreign,omitempty"`
}

// Event is one typed event.
type Event struct {
	Name string `json:"name"`
	// Mode is the kind of its field: Waterfall, Notice, Parallel, Serial, Broadcast.
	Mode    string `json:"mode"`
	Payload string `json:"payload"`
	Result  string `json:"result,omitzero"`
	// Package and Field say where it is declared.
	Package     string     `json:"package"`
	Field       string     `json:"field"`
	Doc         string     `json:"doc"`
	Dispatchers []string   `json:"dispatchers"`
	Listeners   []Listener `json:"listeners,omitempty"`
}

// Listener is a package that listens to an event, and the labels it uses.
type Listener struct {
	Package string   `json:"package"`
	Labels  []string `json:"labels,omitempty"`
}

// Pipeline is the way of a call, as it was observed.
type Pipeline struct {
	Stages    []Stage    `json:"stages"`
	Edges     []Edge     `json:"edges"`
	Scenarios []Scenario `json:"scenarios"`
}

// Stage is one stage of the pipeline.
type Stage struct {
	Name     string `json:"name"`
	Constant string `json:"constant"`
	Doc      string `json:"doc"`
}

// Edge is a step from one stage to the next that some scenario took.
type Edge struct {
	From string `json:"from"`
	To   string `json:"to"`
	// Scenarios took it, in their order.
	Scenarios []string `json:"scenarios"`
}

// Scenario is one call, or a few, that was run through the real pipeline.
type Scenario struct {
	Name string `json:"name"`
	// Shows says in one sentence what is done and what comes of it.
	Shows string  `json:"shows"`
	Calls []Trace `json:"calls"`
}

// Trace is the way of one call.
type Trace struct {
	Call   string   `json:"call"`
	Stages []string `json:"stages"`
	// Outcome is "ok", the failure's code, or "error" for a failure without one.
	Outcome string `json:"outcome"`
	// Content is what the model reads.
	Content string `json:"content"`
}

// Preset is a built-in composition.
type Preset struct {
	ID          string   `json:"id"`
	Description string   `json:"description"`
	Shared      []string `json:"shared,omitempty"`
	Agent       []string `json:"agent,omitempty"`
	Tools       []string `json:"tools"`
}

// Tool is a tool as a booted preset declares it.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Plugin      string          `json:"plugin"`
	Package     string          `json:"package"`
	Presets     []string        `json:"presets"`
	Parameters  jsonvalue.Value `json:"parameters"`
	Output      jsonvalue.Value `json:"output"`
	TypeScript  string          `json:"typeScript"`
	Traits      []string        `json:"traits,omitempty"`
	TimeoutMs   float64         `json:"timeoutMs,omitzero"`
	Conditional bool            `json:"conditional,omitzero"`
	Deferred    bool            `json:"deferred,omitzero"`
	// CallCard and ResultCard: the tool makes cards of its own for people.
	CallCard   bool `json:"callCard,omitzero"`
	ResultCard bool `json:"resultCard,omitzero"`
}

// Plugin is a plugin with its configuration.
type Plugin struct {
	Name    string   `json:"name"`
	Package string   `json:"package"`
	Doc     string   `json:"doc"`
	Presets []string `json:"presets,omitempty"`
	Fields  []Field  `json:"fields,omitempty"`
}

// Field is one member of a configuration.
type Field struct {
	// Name is its path in JSON, such as "budgets.computeMs".
	Name string `json:"name"`
	Type string `json:"type"`
	Unit string `json:"unit,omitzero"`
	// Default is the JSON text of what holds where nothing is given, absent where
	// no linked plugin could be asked.
	Default string `json:"default,omitzero"`
	Doc     string `json:"doc"`
}

// Code is one error code.
type Code struct {
	Value    string `json:"value"`
	Constant string `json:"constant"`
	Package  string `json:"package"`
	Doc      string `json:"doc"`
	// Users are the packages that mention it outside of its declaration.
	Users []string `json:"users,omitempty"`
}

// Command is a command of the command line with those below it.
type Command struct {
	Name     string    `json:"name"`
	Use      string    `json:"use"`
	Short    string    `json:"short"`
	Long     string    `json:"long,omitzero"`
	Example  string    `json:"example,omitzero"`
	Flags    []Flag    `json:"flags,omitempty"`
	Commands []Command `json:"commands,omitempty"`
}

// Flag is one flag of a command.
type Flag struct {
	Name      string `json:"name"`
	Shorthand string `json:"shorthand,omitzero"`
	Value     string `json:"value,omitzero"`
	Default   string `json:"default,omitzero"`
	Usage     string `json:"usage"`
}

// Rule is one rule of the specification with what stands for it.
type Rule struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	// Page is the file below the root that has the rule.
	Page string `json:"page"`
	// Code are the packages whose comments name it.
	Code []string `json:"code,omitempty"`
	// Free rules promise nothing, so that nothing stands for them.
	Free bool `json:"free,omitzero"`
	// Tests are test functions that name it or that the rule names, and cases.
	Tests []string `json:"tests,omitempty"`
}
