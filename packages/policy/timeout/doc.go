// Package timeout enforces the budgets that tools declare (R67), and holds the
// small deadline library that tools with a clock of their own use.
//
// The policy wraps tools/execute. It touches only calls whose tool declares a
// budget: their timer starts when the call is dispatched, so policy, approval
// and guards do not count, and neither does what follows the body. When its own
// timer fired, whatever came back is replaced by a TOOL_TIMEOUT failure; a
// caller that cancelled first keeps its own outcome. The body is never
// abandoned: one that ignores its context keeps its call pending.
package timeout
