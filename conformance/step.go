package conformance

import (
	"errors"
	"fmt"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Step is the preparation of one model step and the batch that follows it: the
// behaviour that only the newest description of the original has. Its tool is
// the probe of a [Scenario], unless it says otherwise. What is not set does not
// take part.
type Step struct {
	// Tool is registered at first; nil registers nothing.
	Tool *StepTool
	// Resolve prepares a set even if no batch uses it.
	Resolve bool
	// CancelResolve cancels the preparation while the condition runs.
	CancelResolve bool
	// AfterResolve is done between preparation and batch: "unregister",
	// "restrict-deny", "register", "replace", "release" or "cancel".
	AfterResolve []string
	// DuringBody is done by the body: "unregister", "replace" or "restrict-deny".
	DuringBody string
	Batch      *StepBatch
	// Lookups are asked without a set: "get", "definitions", "schemas".
	Lookups []string
	// Mounts are the executors in the order of mounting. MountUnmount mounts one
	// and unmounts it; UnloadDuringBatch unmounts it while a body runs.
	Mounts            []Mount
	MountUnmount      bool
	UnloadDuringBatch bool
	// Program is run by the "ptc" executor.
	Program string
	// Policy are the fixtures around the call.
	Policy StepPolicy
}

// StepTool is the registered tool.
type StepTool struct {
	Name string `json:"name"`
	// When is its condition: "true", "false", "error", "record", "waits" or
	// "count"; empty registers it without one.
	When string `json:"when,omitzero"`
	// Scope is the agent in whose scope it is registered; empty is global.
	Scope        string `json:"scope,omitzero"`
	DeferLoading bool   `json:"deferLoading,omitzero"`
}

// StepBatch is the batch of the step.
type StepBatch struct {
	// Agent is whom it belongs to: an agent's name, or "" for none.
	Agent string
	// Set is "resolved", "resolved-for-<agent>" or "released"; empty carries no set.
	Set string
	// Calls is the number of calls to the probe.
	Calls int
	// Call is the name that is called.
	Call string
	// Raw are argument texts, one call each; nil uses the probe's arguments.
	Raw []string
	// Log records the batch.
	Log bool
}

// Mount is an executor, "native" or "ptc", and where: "deployment", "preset" or
// "agent".
type Mount struct{ Executor, At string }

// StepPolicy are the listeners and the tool's own parts, in the words of a
// [Scenario].
type StepPolicy struct {
	Pre string
	// Deny is the detail of a denial.
	Deny *Denial
	// Body is empty or "throw".
	Body string
	// Project is "prepared" if the body prepares [text, image] for the tool's
	// projectContent, or "lossy" if that is not JSON.
	Project string
	// Post is empty, "records" or the word of a scenario; Finalize likewise.
	Post, Finalize string
}

// Denial is a refusal with detail.
type Denial struct {
	Reason, Name, Code, UserReason string
}

// StepAgent is the agent that a step's batch belongs to unless it says
// otherwise.
const StepAgent = "A"

type stepCase struct {
	caseHead
	Given  givenStep  `json:"given"`
	Expect stepExpect `json:"expect"`
}

// givenStep is the file's form of a step. Values that may be null to say
// something are kept raw.
type givenStep struct {
	Registered          jsontext.Value `json:"registered,omitzero"`
	Resolve             bool           `json:"resolve,omitzero"`
	CancelDuringResolve bool           `json:"cancelDuringResolve,omitzero"`
	CancelAfterResolve  bool           `json:"cancelAfterResolve,omitzero"`
	Signal              string         `json:"signal,omitzero"`
	AfterResolve        words          `json:"afterResolve,omitzero"`
	DuringBody          string         `json:"duringBody,omitzero"`
	Batch               *givenBatch    `json:"batch,omitzero"`
	Lookups             []string       `json:"lookups,omitzero"`
	Executor            jsontext.Value `json:"executor,omitzero"`
	Mount               jsontext.Value `json:"mount,omitzero"`
	MountUnmount        bool           `json:"mountUnmount,omitzero"`
	UnloadDuringBatch   bool           `json:"unloadDuringBatch,omitzero"`
	Program             string         `json:"program,omitzero"`
	Pre                 jsontext.Value `json:"pre,omitzero"`
	Body                string         `json:"body,omitzero"`
	ProjectContent      jsontext.Value `json:"projectContent,omitzero"`
	Post                string         `json:"post,omitzero"`
	Finalize            string         `json:"finalize,omitzero"`
}

type givenBatch struct {
	Agent        jsontext.Value `json:"agent,omitzero"`
	ToolSet      jsontext.Value `json:"toolSet,omitzero"`
	Call         string         `json:"call,omitzero"`
	Calls        int            `json:"calls,omitzero"`
	Log          jsontext.Value `json:"log,omitzero"`
	RawArguments []string       `json:"rawArguments,omitzero"`
}

// step reads the case and refuses words that are not listed.
func (c stepCase) step() (Step, error) {
	g := &c.Given
	s := Step{
		Resolve: g.Resolve || g.CancelDuringResolve, CancelResolve: g.CancelDuringResolve,
		AfterResolve: g.AfterResolve, DuringBody: g.DuringBody, Lookups: g.Lookups,
		MountUnmount: g.MountUnmount, UnloadDuringBatch: g.UnloadDuringBatch, Program: g.Program,
	}
	if g.CancelAfterResolve || g.Signal == "pre-aborted" {
		s.AfterResolve = append(s.AfterResolve, "cancel")
	} else if g.Signal != "" {
		return s, fmt.Errorf("unknown signal %q", g.Signal)
	}
	return s, errors.Join(g.tool(&s), g.batch(&s), g.mounts(&s), g.policy(&s.Policy), s.check())
}

// tool reads the registration: absent is the plain probe, null is nothing.
func (g *givenStep) tool(s *Step) error {
	s.Tool = &StepTool{Name: ProbeName}
	if g.Registered == nil {
		return nil
	}
	s.Tool = nil
	return strictly(g.Registered, &s.Tool)
}

func strictly(raw jsontext.Value, into any) error {
	return json.Unmarshal(raw, into, json.RejectUnknownMembers(true))
}

// batch reads the batch. A case about a call has one even where only its
// policy is described.
func (g *givenStep) batch(s *Step) error {
	if g.Batch == nil {
		if g.describesCall() {
			s.Batch = &StepBatch{Agent: StepAgent, Call: ProbeName, Calls: 1, Log: true}
		}
		return nil
	}
	b := &StepBatch{
		Agent: StepAgent,
		Call:  g.Batch.Call,
		Calls: max(g.Batch.Calls, 1),
		Raw:   g.Batch.RawArguments,
		Log:   true,
	}
	s.Batch = b
	if b.Call == "" {
		b.Call = ProbeName
	}
	if isNull(g.Batch.Log) {
		b.Log = false
	}
	return errors.Join(b.readAgent(g.Batch.Agent), b.readSet(g.Batch.ToolSet))
}

func (g *givenStep) describesCall() bool {
	return g.Pre != nil || g.Body != "" || g.ProjectContent != nil || g.Post != "" || g.Finalize != "" ||
		g.DuringBody != "" ||
		g.UnloadDuringBatch
}

func isNull(raw jsontext.Value) bool { return raw != nil && raw.Kind() == 'n' }

func (b *StepBatch) readAgent(raw jsontext.Value) error {
	switch {
	case raw == nil || raw.Kind() == 't':
		return nil
	case isNull(raw) || raw.Kind() == 'f':
		b.Agent = ""
		return nil
	}
	return json.Unmarshal(raw, &b.Agent)
}

func (b *StepBatch) readSet(raw jsontext.Value) error {
	if raw == nil || isNull(raw) {
		return nil
	}
	return json.Unmarshal(raw, &b.Set)
}

// mounts reads the executors: absent is native for the deployment, null none.
func (g *givenStep) mounts(s *Step) error {
	if g.Mount != nil {
		return s.readMounts(g.Mount)
	}
	executor := "native"
	if g.Executor != nil && !isNull(g.Executor) {
		if err := json.Unmarshal(g.Executor, &executor); err != nil {
			return err
		}
	}
	if !isNull(g.Executor) {
		s.Mounts = []Mount{{executor, "deployment"}}
	}
	return nil
}

func (s *Step) readMounts(raw jsontext.Value) error {
	if raw.Kind() == '[' {
		var executors []string
		if err := json.Unmarshal(raw, &executors); err != nil {
			return err
		}
		for _, e := range executors {
			s.Mounts = append(s.Mounts, Mount{e, "deployment"})
		}
		return nil
	}
	var at struct {
		Deployment string `json:"deployment,omitzero"`
		Preset     string `json:"preset,omitzero"`
		Agent      string `json:"agent,omitzero"`
	}
	if err := strictly(raw, &at); err != nil {
		return err
	}
	for _, m := range []Mount{{at.Deployment, "deployment"}, {at.Preset, "preset"}, {at.Agent, "agent"}} {
		if m.Executor != "" {
			s.Mounts = append(s.Mounts, m)
		}
	}
	return nil
}

func (g *givenStep) policy(p *StepPolicy) error {
	p.Post, p.Finalize = g.Post, g.Finalize
	switch g.Body {
	case "", "throw":
		p.Body = g.Body
	case "returns v1 and prepares [text, image]":
		p.Project = "prepared"
	default:
		return fmt.Errorf("unknown body %q", g.Body)
	}
	return errors.Join(g.readProject(p), g.readPre(p))
}

func (g *givenStep) readProject(p *StepPolicy) error {
	switch {
	case g.ProjectContent == nil || g.ProjectContent.Kind() == 'f':
		p.Project = ""
	case g.ProjectContent.Kind() == 't':
		p.Project = "prepared"
	default:
		var word string
		if err := json.Unmarshal(g.ProjectContent, &word); err != nil {
			return err
		}
		if word != "lossy" && word != "invalid" {
			return fmt.Errorf("unknown projectContent %q", word)
		}
		p.Project = "lossy"
	}
	return nil
}

// readPre reads the answer of a pre policy: a word, or a denial with detail.
func (g *givenStep) readPre(p *StepPolicy) error {
	if g.Pre == nil {
		return nil
	}
	if g.Pre.Kind() == '"' {
		return json.Unmarshal(g.Pre, &p.Pre)
	}
	var pre struct {
		Deny string `json:"deny"`
		Info *info  `json:"info,omitzero"`
		info `json:",inline"`
	}
	if err := strictly(g.Pre, &pre); err != nil {
		return err
	}
	if pre.Info == nil {
		pre.Info = &pre.info
	}
	p.Pre = "deny"
	p.Deny = &Denial{
		Reason:     pre.Deny,
		Name:       pre.Info.Name,
		Code:       pre.Info.Code,
		UserReason: pre.Info.UserReason,
	}
	return nil
}

// info is the identity of a failure in a file.
type info struct {
	Name       string `json:"name,omitzero"`
	Code       string `json:"code,omitzero"`
	UserReason string `json:"userReason,omitzero"`
}

// check refuses words that the runner does not know.
func (s *Step) check() error {
	fields := []field{
		{"duringBody", s.DuringBody, []string{"unregister", "replace", "restrict-deny"}},
		{"pre", s.Policy.Pre, []string{"next", "allow", "deny", "ask", "throw"}},
		{
			"post",
			s.Policy.Post,
			[]string{"records", "next", "accept", "content", "value", "block", "throw"},
		},
		{"finalize", s.Policy.Finalize, []string{"undefined", "replace", "throw"}},
	}
	if s.Tool != nil {
		fields = append(fields, field{"when", s.Tool.When, []string{
			"true", "false", "error", "record", "waits", "count",
		}})
	}
	for _, word := range s.AfterResolve {
		fields = append(fields, field{"afterResolve", word, []string{
			"unregister", "restrict-deny", "register", "replace", "release", "cancel",
		}})
	}
	for _, word := range s.Lookups {
		fields = append(fields, field{"lookup", word, []string{"get", "definitions", "schemas"}})
	}
	for _, m := range s.Mounts {
		fields = append(fields, field{"executor", m.Executor, []string{"native", "ptc"}})
	}
	var errs []error
	for _, f := range fields {
		errs = append(errs, f.check())
	}
	return errors.Join(errs...)
}
