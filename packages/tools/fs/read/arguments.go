package read

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/dsh-go/dsh/packages/tools/fs/window"
)

// Arguments are those of the tool.
type Arguments struct {
	FilePath string   `json:"file_path" description:"File to read: a path relative to the workspace, or absolute."`
	Offset   *float64 `json:"offset,omitzero" description:"Number of the first line to show, from 1. Default 1."`
	Limit    *float64 `json:"limit,omitzero" description:"Largest number of lines to show."`
}

// query checks the arguments and makes them a query.
func (c Config) query(a Arguments) (window.Query, error) {
	q := window.Query{
		Offset: 1, Limit: c.ReadLimit, LineChars: c.ReadMaxLineLength, Bytes: c.ReadMaxBytes,
	}
	if strings.TrimSpace(a.FilePath) == "" {
		return q, errors.New("file_path must be a non-empty string")
	}
	if a.Offset != nil {
		if !isPositiveInteger(*a.Offset) {
			return q, errors.New("offset must be a positive integer")
		}
		q.Offset = int(min(*a.Offset, math.MaxInt32))
	}
	if a.Limit != nil {
		if !isPositiveInteger(*a.Limit) {
			return q, errors.New("limit must be a positive integer")
		}
		if *a.Limit > float64(c.ReadLimit) {
			return q, fmt.Errorf("limit must be less than or equal to %d", c.ReadLimit)
		}
		q.Limit = int(*a.Limit)
	}
	return q, nil
}

func isPositiveInteger(n float64) bool { return n >= 1 && n == math.Trunc(n) }
