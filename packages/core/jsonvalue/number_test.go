package jsonvalue_test

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

func TestNumber(t *testing.T) {
	const huge = "123456789012345678901234567890"
	cases := []struct {
		text      string
		integer   bool
		int64     string // "" when it is none
		uint64    string
		float     float64
		exact     bool
		canonical string
	}{
		{"0", true, "0", "0", 0, true, "0"},
		{"0.000e7", true, "0", "0", 0, true, "0"},
		{"1", true, "1", "1", 1, true, "1"},
		{"1.0", true, "1", "1", 1, true, "1"},
		{"10e-1", true, "1", "1", 1, true, "1"},
		{"1e2", true, "100", "100", 100, true, "100"},
		{"1.5", false, "", "", 1.5, true, "1.5"},
		{"1.25e1", false, "", "", 12.5, true, "12.5"},
		{"-12.50e1", true, "-125", "", -125, true, "-125"},
		{"0.1", false, "", "", 0.1, true, "0.1"},
		{"0.1000000000000000000001", false, "", "", 0.1, false, "0.1000000000000000000001"},
		{"0.1000000000000000055511151231257827021181583404541015625", false, "", "", 0.1, true,
			"0.1000000000000000055511151231257827021181583404541015625"},
		{"9007199254740992", true, "9007199254740992", "9007199254740992", 1 << 53, true, "9007199254740992"},
		{"9007199254740993", true, "9007199254740993", "9007199254740993", 1 << 53, false, "9007199254740993"},
		{"9223372036854775807", true, "9223372036854775807", "9223372036854775807", 1 << 63, false, "9223372036854775807"},
		{"9223372036854775808", true, "", "9223372036854775808", 1 << 63, true, "9223372036854775808"},
		{"-9223372036854775808", true, "-9223372036854775808", "", -(1 << 63), true, "-9223372036854775808"},
		{"-9223372036854775809", true, "", "", -(1 << 63), false, "-9223372036854775809"},
		{"18446744073709551615", true, "", "18446744073709551615", 1 << 64, false, "18446744073709551615"},
		{"18446744073709551616", true, "", "", 1 << 64, true, "18446744073709551616"},
		{"922337203685477580.7e1", true, "9223372036854775807", "9223372036854775807", 1 << 63, false, "9223372036854775807"},
		{"100000000000000000000", true, "", "", 1e20, true, "100000000000000000000"},
		{"1e21", true, "", "", 1e21, true, "1e+21"},
		{"1e23", true, "", "", 1e23, true, "1e+23"},
		{huge, true, "", "", 1.2345678901234568e29, false, "1.2345678901234567890123456789e+29"},
		{"0.000001", false, "", "", 1e-6, true, "0.000001"},
		{"0.0000001", false, "", "", 1e-7, true, "1e-7"},
		{"5e-324", false, "", "", 5e-324, true, "5e-324"},
		{"1.2345678e-320", false, "", "", 1.2347e-320, false, "1.2345678e-320"},
		{"1e-400", false, "", "", 0, false, "1e-400"},
		{"1.7976931348623157E308", true, "", "", math.MaxFloat64, true, "1.7976931348623157e+308"},
	}
	for _, c := range cases {
		n := jsonvalue.Number(c.text)
		if !n.IsValid() || n.IsInteger() != c.integer {
			t.Errorf("%s: valid %v, integer %v", n, n.IsValid(), n.IsInteger())
		}
		i, ok := n.Int64()
		if got := strconv.FormatInt(i, 10); ok != (c.int64 != "") || ok && got != c.int64 {
			t.Errorf("%s: Int64 = %s, %v", n, got, ok)
		}
		u, ok := n.Uint64()
		if got := strconv.FormatUint(u, 10); ok != (c.uint64 != "") || ok && got != c.uint64 {
			t.Errorf("%s: Uint64 = %s, %v", n, got, ok)
		}
		if f, exact := n.Float64(); f != c.float || exact != c.exact {
			t.Errorf("%s: Float64 = %v, %v", n, f, exact)
		}
		v, err := jsonvalue.NewNumber(n)
		if err != nil {
			t.Errorf("%s: %v", n, err)
		} else if got := string(v.Canonical()); got != c.canonical {
			t.Errorf("%s: canonical %s, want %s", n, got, c.canonical)
		}
	}
}

func TestNumberOfOtherText(t *testing.T) {
	for _, text := range []string{"", "-", "+1", "01", "1.", ".5", "1e", "1e+", "0x10", " 1", "1 ", "NaN", "--1", "1_000", "١"} {
		n := jsonvalue.Number(text)
		_, i := n.Int64()
		_, u := n.Uint64()
		_, f := n.Float64()
		if n.IsValid() || n.IsInteger() || i || u || f {
			t.Errorf("%q passes for a number", text)
		}
		if n.Cmp("0") != -1 || jsonvalue.Number("0").Cmp(n) != 1 || n.Cmp(n) != 0 {
			t.Errorf("%q does not come before numbers", text)
		}
		if _, err := jsonvalue.NewNumber(n); jsonvalue.CodeOf(err) != jsonvalue.CodeSyntax {
			t.Errorf("NewNumber(%q): %v", text, err)
		}
	}
	if jsonvalue.Number("a").Cmp("b") != -1 || jsonvalue.Number("b").Cmp("a") != 1 {
		t.Error("texts that are no numbers do not compare as text")
	}
}

// numberText draws number texts in range, with many zeros and edges.
func numberText() *rapid.Generator[string] {
	return rapid.StringMatching(`-?(0|[1-9][0-9]{0,24})(\.(0{0,3}[0-9]{1,24}))?([eE][+-]?[0-9]{1,2})?`)
}

func TestNumberAgreesWithBigRat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := numberText().Draw(t, "a"), numberText().Draw(t, "b")
		if rapid.Bool().Draw(t, "near") {
			b = a + rapid.SampledFrom([]string{"", "0", "e0", "e1", "1"}).Draw(t, "tail")
			if !jsonvalue.Number(b).IsValid() {
				t.Skip()
			}
		}
		x, _ := new(big.Rat).SetString(a)
		y, _ := new(big.Rat).SetString(b)
		if got, want := jsonvalue.Number(a).Cmp(jsonvalue.Number(b)), x.Cmp(y); got != want {
			t.Fatalf("%s cmp %s = %d, want %d", a, b, got, want)
		}
		if got := jsonvalue.Number(a).IsInteger(); got != x.IsInt() {
			t.Fatalf("%s integer: %v", a, got)
		}
		i, ok := jsonvalue.Number(a).Int64()
		if want := x.IsInt() && x.Num().IsInt64(); ok != want || ok && i != x.Num().Int64() {
			t.Fatalf("Int64(%s) = %d, %v", a, i, ok)
		}
		v, err := jsonvalue.NewNumber(jsonvalue.Number(a))
		if err != nil {
			if x.Sign() != 0 || !strings.HasPrefix(a, "-") {
				t.Fatal(err)
			}
			return
		}
		canonical := string(v.Canonical())
		if z, ok := new(big.Rat).SetString(canonical); !ok || z.Cmp(x) != 0 {
			t.Fatalf("canonical of %s is %s", a, canonical)
		}
	})
}

// What a float64 prints as is exact, and its canonical text is that of ECMAScript.
func TestNumberOfFloats(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.Float64().Draw(t, "f")
		v, err := jsonvalue.Float(f)
		if err != nil {
			if !math.IsNaN(f) && !math.IsInf(f, 0) && (f != 0 || !math.Signbit(f)) {
				t.Fatal(err)
			}
			return
		}
		n, _ := v.AsNumber()
		if g, exact := n.Float64(); g != f || !exact {
			t.Fatalf("%v came back as %v, %v", f, g, exact)
		}
		if got := string(v.Canonical()); got != v.Text() {
			t.Fatalf("canonical %s, text %s", got, v.Text())
		}
	})
}

func TestFloatRefuses(t *testing.T) {
	for reason, f := range map[string]float64{
		"NaN": math.NaN(), "an infinity": math.Inf(-1), "negative zero": math.Copysign(0, -1),
	} {
		_, err := jsonvalue.Float(f)
		if jsonvalue.CodeOf(err) != jsonvalue.CodeLossy || !strings.Contains(err.Error(), reason) {
			t.Errorf("Float(%v): %v", f, err)
		}
	}
}
