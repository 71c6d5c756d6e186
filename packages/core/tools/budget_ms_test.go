package tools_test

import (
	"math"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/tools"
)

func TestBudget(t *testing.T) {
	for _, tt := range []struct {
		ms      float64
		want    time.Duration
		refused bool
	}{
		{1500, 1500 * time.Millisecond, false},
		{0.5, 500 * time.Microsecond, false},
		{1e-12, 1, false},
		{1e300, math.MaxInt64, false},
		{0, 0, true},
		{-1, 0, true},
		{math.NaN(), 0, true},
		{math.Inf(1), 0, true},
	} {
		if got, err := tools.Budget(tt.ms); got != tt.want || (err != nil) != tt.refused {
			t.Errorf("Budget(%v) = %v, %v; want %v, refused %v", tt.ms, got, err, tt.want, tt.refused)
		}
	}
}
