// Package e2e holds the tests that run the MCP client and server against other
// people's: run.sh installs those and runs the tests.
package e2e
