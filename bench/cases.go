package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed cases.json
var casesText []byte

// part is a group of cases that share a table and a chart, in its order.
type part struct {
	title string
	ids   []string
	texts map[string]caseText
}

// caseText says what a case measures, what a reader may conclude, and the goals.
type caseText struct {
	Title    string `json:"title"`
	Conclude string `json:"conclude"`
	Goals    []goal `json:"goals"`
}

// goal is met when the figure of Against divided by ours is at least Factor.
type goal struct {
	Against string  `json:"against"`
	By      string  `json:"by"`
	Factor  float64 `json:"factor"`
}

// parts reads cases.json.
func parts() ([]part, error) {
	var raw []struct {
		Part  string          `json:"part"`
		Cases json.RawMessage `json:"cases"`
	}
	if err := json.Unmarshal(casesText, &raw); err != nil {
		return nil, fmt.Errorf("cases.json: %w", err)
	}
	list := make([]part, len(raw))
	for i, r := range raw {
		list[i].title = r.Part
		var err error
		if list[i].ids, err = keys(r.Cases); err == nil {
			err = json.Unmarshal(r.Cases, &list[i].texts)
		}
		if err != nil {
			return nil, fmt.Errorf("cases.json: %s: %w", r.Part, err)
		}
	}
	return list, nil
}

// keys are an object's names in the order in which the text has them.
func keys(object json.RawMessage) ([]string, error) {
	dec := json.NewDecoder(strings.NewReader(string(object)))
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	var names []string
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, err
		}
		names = append(names, fmt.Sprint(name))
		var skip json.RawMessage
		if err := dec.Decode(&skip); err != nil {
			return nil, err
		}
	}
	return names, nil
}
