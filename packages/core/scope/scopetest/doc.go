// Package scopetest helps tests of code that uses scopes.
package scopetest
