package main

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

var (
	better = color.RGBA{0x3a, 0x7d, 0x44, 0xff}
	worse  = color.RGBA{0xb5, 0x48, 0x2f, 0xff}
	blue   = color.RGBA{0x2f, 0x5f, 0xb5, 0xff}
	pale   = color.RGBA{0xdd, 0xdd, 0xdd, 0xff}
)

// bar compares another implementation with ours.
type bar struct {
	label string
	times float64 // theirs divided by ours
}

// bars of a part, the last one first, as the axis counts from below.
func (p part) bars(m *measured) []bar {
	var list []bar
	for _, id := range p.ids {
		ours := m.find(id, "ours")
		if ours == nil {
			continue
		}
		by := ours.main(id)
		for _, f := range m.cases[id] {
			if a, b := ours.by(by), f.by(by); f != ours && a > 0 && b > 0 {
				list = append(list, bar{id + ": " + f.impl, b / a})
			}
		}
	}
	slices.Reverse(list)
	return list
}

// ratioChart draws how many times ours the others need, on a logarithmic scale. It
// reports whether there was anything to draw.
func ratioChart(p part, m *measured, path string) (bool, error) {
	list := p.bars(m)
	if len(list) == 0 {
		return false, nil
	}
	chart := plot.New()
	chart.Title.Text = p.title + ": how many times ours the others need"
	names, far := make([]string, len(list)), 1.0
	more, less := make(plotter.Values, len(list)), make(plotter.Values, len(list))
	for i, b := range list {
		names[i] = fmt.Sprintf("%s  %s×", b.label, digits(b.times))
		length := math.Log10(b.times)
		far = max(far, math.Ceil(math.Abs(length)))
		if length >= 0 {
			more[i] = length
		} else {
			less[i] = length
		}
	}
	for values, fill := range map[*plotter.Values]color.Color{&more: better, &less: worse} {
		drawn, err := plotter.NewBarChart(*values, vg.Points(9))
		if err != nil {
			return false, err
		}
		drawn.Horizontal, drawn.Color, drawn.LineStyle.Width = true, fill, 0
		chart.Add(drawn)
	}
	chart.NominalY(names...)
	chart.X.Min, chart.X.Max, chart.X.Tick.Marker = -far, far, powers{}
	chart.Add(vertical())
	return true, chart.Save(vg.Points(760), vg.Points(float64(70+14*len(list))), path)
}

func vertical() *plotter.Grid {
	grid := plotter.NewGrid()
	grid.Horizontal.Width, grid.Vertical.Color = 0, pale
	return grid
}

// powers labels an axis of logarithms with the numbers.
type powers struct{}

// Ticks implements [plot.Ticker].
func (powers) Ticks(least, most float64) []plot.Tick {
	var ticks []plot.Tick
	step := math.Max(1, math.Ceil((most-least)/10))
	for v := math.Ceil(least/step) * step; v <= most; v += step {
		label := fmt.Sprintf("%.0f×", math.Pow(10, v))
		if v < 0 {
			label = fmt.Sprintf("1/%.0f×", math.Pow(10, -v))
		}
		ticks = append(ticks, plot.Tick{Value: v, Label: label})
	}
	return ticks
}
