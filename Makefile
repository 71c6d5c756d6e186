.PHONY: test race check bench mcp-e2e generate fmt

test: ## the tests, as the README runs them
	go test work

race: ## the tests under the race detector
	go test -race work

check: ## everything that the gate checks
	bash .ci/run

bench: ## this project beside floors and peers: tables and charts
	cd bench && GOWORK=off go run . -beside

mcp-e2e: ## the MCP client and server against the reference counterparts, from npm
	bash packages/tools/mcp/e2e/run.sh

generate: ## everything that is drawn from the code
	go run ./tools/gen all

fmt:
	gofmt -w $$(git ls-files '*.go')
