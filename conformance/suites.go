package conformance

// suites are the vector files that this runner knows, by name.
func suites() map[string]suite {
	return map[string]suite{
		"json-schema-accept": acceptSuite,
		"json-schema-reject": rejectSuite,
		"dsl-to-json-schema": dslSuite,
		"ts-types":           typesSuite,
		"registry-view":      viewSuite,
		"tool-order":         orderSuite,
		"pipeline-outcomes":  pipelineSuite,
		"scheduling":         scheduleSuite,
		"timeout":            timeoutSuite,
		"fs-read":            readSuite,

		"bash":         shellSuite,
		"fs-write":     writeSuite,
		"fs-edit":      editSuite,
		"glob-grep":    searchSuite,
		"spill":        spillSuite,
		"ptc-console":  consoleSuite,
		"ptc-json":     jsonSuite,
		"ptc-programs": programSuite,
		"ptc-render":   renderSuite,
		"sdk-render":   sdkTextSuite,
	}
}
