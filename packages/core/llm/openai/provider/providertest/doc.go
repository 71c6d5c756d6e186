// Package providertest is for the tests of adapters: [Serve] starts a loopback server that answers like
// a model provider, well or badly, and [TestModel] is the conformance kit that every adapter passes.
package providertest
