package main

import (
	"os/exec"
	"slices"
)

// job is one process that prints rows, or one that is timed as a whole.
type job struct {
	name string
	args []string
	dir  string
	// whole, when set, is the implementation under which the process itself is
	// timed as start.firstcall.
	whole string
	// rows, when set, makes rows of what the process prints.
	rows func(output []byte) ([]byte, error)
}

// group is a set of jobs on the same work. They run one right after the other, so
// that what disturbs the machine disturbs all of them.
type group struct {
	name  string
	ours  []job
	other []job
}

// ours are the jobs of this project.
func (s *suite) ours() []job {
	var jobs []job
	for _, g := range s.groups() {
		jobs = append(jobs, g.ours...)
	}
	return jobs
}

// everything is ours, the floors and the peers, group by group.
func (s *suite) everything() []job {
	var jobs []job
	for _, g := range s.groups() {
		jobs = append(jobs, slices.Concat(g.other, g.ours)...)
	}
	return append(jobs, s.growth()...)
}

func (s *suite) groups() []group {
	code := s.besideJobs("engine-goja", "engine-modernc")
	code = append(code, s.node()...)
	return []group{
		s.starting(), s.idling(),
		{"call", s.oursJobs("call"), s.besideJobs("floor-call", "peer-call")},
		{"scale", s.oursJobs("scale"), s.besideJobs("peer-scale")},
		{"batch", s.oursJobs("batch"), s.besideJobs("floor-batch", "peer-batch")},
		{"registry", s.oursJobs("registry"), s.besideJobs("floor-registry", "peer-registry")},
		{"validate", s.oursJobs("validate"), s.besideJobs("floor-validate")},
		{"output", s.oursJobs("output"), s.besideJobs("floor-output")},
		{"code", s.oursJobs("code", "codebig", "coderecords"), append(code, s.engine())},
		{"bash", s.oursJobs("bash"), s.besideJobs("floor-exec")},
		{"fs", s.oursJobs("fs"), s.besideJobs("floor-files")},
		{"search", s.oursJobs("search"), s.besideJobs("floor-search")},
	}
}

func (s *suite) growth() []job { return s.oursJobs("growth", "idleagents", "idleruntimes") }

func (s *suite) oursJobs(groups ...string) []job {
	jobs := make([]job, len(groups))
	for i, g := range groups {
		jobs[i] = job{name: "ours-" + g, args: []string{s.path("ours"), g}}
	}
	return jobs
}

func (s *suite) besideJobs(groups ...string) []job {
	jobs := make([]job, len(groups))
	for i, g := range groups {
		jobs[i] = job{name: g, args: []string{s.path("beside"), g}}
	}
	return jobs
}

// starting times whole processes.
func (s *suite) starting() group {
	g := group{
		name: "start",
		ours: []job{
			{name: "ours-start", args: []string{s.path("first")}, whole: "ours"},
			{
				name:  "ours-start-coding",
				args:  []string{s.path("coding")},
				whole: "ours, coding preset",
			},
		},
		other: []job{
			{name: "floor-start", args: []string{s.path("bare")}, whole: "floor: bare Go process"},
			{
				name:  "floor-start-schema",
				args:  []string{s.path("bareschema")},
				whole: "floor: Go process with jsonschema/v6",
			},
		},
	}
	if node, err := exec.LookPath("node"); err == nil {
		g.other = append(
			g.other,
			job{name: "node-start", args: []string{node, "-e", "0"}, whole: nodeStart},
		)
	}
	return g
}

// idling prints the memory of the same processes.
func (s *suite) idling() group {
	return group{
		name: "idle",
		ours: []job{
			{
				name: "ours-idle",
				args: []string{s.path("first")},
			}, {name: "ours-idle-coding", args: []string{s.path("coding")}},
		},
		other: []job{
			{
				name: "floor-idle",
				args: []string{s.path("bare")},
			}, {name: "floor-idle-schema", args: []string{s.path("bareschema")}},
		},
	}
}

const (
	nodeStart  = "floor: node, empty program"
	nodeWorker = "node worker thread"
)

func (s *suite) node() []job {
	node, err := exec.LookPath("node")
	if err != nil {
		return nil
	}
	return []job{
		{name: "node-worker", args: []string{node, s.path("worker.mjs"), s.path("programs.json")}},
	}
}

// absence is a row that this machine cannot have.
type absence struct{ id, impl string }

// absent are the rows of programs that are not installed.
func absent() []absence {
	var list []absence
	if _, err := exec.LookPath("node"); err != nil {
		list = append(list, absence{"start.firstcall", nodeStart})
		for _, id := range []string{"cold", "trivial", "calls1000.sequential", "calls1000.promiseall", "loop10m", "result1m.records"} {
			list = append(list, absence{"code." + id, nodeWorker})
		}
	}
	if _, err := exec.LookPath("rg"); err != nil {
		for _, id := range []string{"grep.needle", "grep.regex5000", "glob.go"} {
			list = append(list, absence{"search." + id, "floor: ripgrep"})
		}
	}
	return list
}
