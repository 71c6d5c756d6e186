.PHONY: test race check bench fmt

test: ## the tests, as the README runs them
	go test work

race: ## the tests under the race detector
	go test -race work

check: ## everything that the gate checks
	bash .ci/run

bench: ## the kernel's benchmarks, in a form benchstat reads
	cd packages/core/tools && go test -run '^$$' -bench . -benchmem -count 10 .

fmt:
	gofmt -w $$(git ls-files '*.go')
