// Package observe is the policy that a file must have been seen before it is changed, and must
// not have changed since (§8.7).
//
// The policy remembers, for each agent, what the agent's calls saw: the version of each file, or
// that there was none. From that it answers what a write or an edit demands:
//
//	seen before   a write demands            an edit demands
//	never         that nothing is there      is refused: FS_NOT_OBSERVED
//	nothing       that nothing is there      is refused: FS_NOT_FOUND
//	a version     that version               that version
//
// A successful read of any window counts as seeing the file, a read beyond its end does not; a
// change made through the tools counts too, so that edits can follow one another. A call without an
// agent has seen nothing. What was seen is kept in memory and goes with the agent.
package observe
