// Package web is the seam between the web tools and whoever searches and fetches
// for them (§12.1).
//
// [Service] holds search and fetch providers by their ids. Which one serves a call
// is decided when it is made, never by the order of registration: the configured
// one, or the only one that is available. Packages search and fetch have the tools
// web_search and web_fetch; searxng, tavily and httpfetch have providers, webtest
// has doubles.
package web
