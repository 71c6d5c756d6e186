// Package repeat reminds an agent that makes the same call again and again
// (§15.2).
//
// It counts, for each agent, how often in a row the same tool was called with the
// same arguments, members in any order. At configured counts a reminder goes with
// the result to the next step: a gentle one first, later ones with the call in
// them. Nothing is blocked and no content is changed: polling is legitimate. A
// message of a person begins the count anew.
package repeat
