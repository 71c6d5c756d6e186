// Package sessiontest tells whether a store may keep a session's log. It is a conformance kit: a
// store's own test calls [TestStore] with a function that opens the store.
package sessiontest
