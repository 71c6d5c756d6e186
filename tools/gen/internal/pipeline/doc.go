// Package pipeline finds out how a call goes through the pipeline: by sending
// calls through the real one.
//
// Every scenario runs on a registry of its own, with the executors and policies
// of the product and a tracer that notes each stage. An edge of the graph is a
// step that some call took; a stage that none enters is an error. The graph
// cannot show what does not happen.
package pipeline
