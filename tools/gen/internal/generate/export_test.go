package generate

// For the tests of planted mistakes.
var PresetFacts = presetFacts
