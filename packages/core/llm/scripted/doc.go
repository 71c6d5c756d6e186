// Package scripted is a model that plays a transcript: for tests, demonstrations, and
// whoever has no key.
//
// A [Script] is a JSON file with the model's side of one or more conversations, and what
// it expects to hear. A [Player] is the [llm.Model] that plays one; a [Recorder] wraps
// another model and writes a script of what it said.
//
//	{
//	  "version": 1,
//	  "name": "greeting",
//	  "turns": [
//	    {
//	      "expect": {"role": "user", "contains": ["hello"], "tools": ["read"]},
//	      "respond": {
//	        "text": "Let me look.",
//	        "toolCalls": [{"name": "read", "arguments": {"path": "a.txt"}}]
//	      }
//	    },
//	    {
//	      "expect": {"results": [{"name": "read", "isError": false, "contains": ["hi"]}]},
//	      "respond": {"text": "It says hi."}
//	    }
//	  ]
//	}
//
// # Turns
//
// Each request plays one turn. A turn has respond, the answer, or fail, an error with an
// LLM_… code and perhaps the text that came before it. Arguments are an object, or a
// string with the raw text. finishReason defaults to stop or tool-calls. After the last
// turn a further request fails, unless "then" is "repeat": then the last turn is played
// again.
//
// # Expectations
//
// What a turn declares under expect is checked before it is played: the role of the last
// message; parts of what was said since the last answer (contains) and of the system
// prompt (system); tools that must be declared; and the results of the last answer's
// calls, all of them in call order, each by name, isError or parts of its text. What is
// not declared is not checked. A conversation that departs fails with [CodeDeparted],
// the turn, and what was expected and found.
//
// # Several conversations
//
// Sub-agents talk to the same model. Under conversations a script has turns for each of
// them, chosen by what their first user message contains (when) or is (is); the top-level
// turns serve every other conversation. Which turn comes next is told by the answers that a
// request's history has, so many conversations may be played at once, and one that was
// begun before a restart goes on where it was. Answers marked as interrupted do not count.
package scripted
