package main

import (
	"fmt"
	"image/color"
	"path/filepath"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// curve is one chart of growth: a figure of our rows over a number.
type curve struct {
	file, title, x, y string
	prefix            string // of the cases
	at                []int
	by                string
	unit              float64 // what one on the axis of y is
	shade             color.Color
}

var curves = []curve{
	{"growth-tools.svg", "One call as tools are registered", "tools registered", "processor time, µs",
		"growth.tools", []int{10, 100, 1000, 10000}, "cpu", 1e3, better},
	{"growth-agents.svg", "One call as agents live", "agents, calling in turn", "processor time, µs",
		"growth.agents", []int{1, 10, 100, 1000}, "cpu", 1e3, better},
	{"idle-agents.svg", "What an idle agent keeps", "idle agents", "KiB for each",
		"growth.idle.agents", []int{1, 10, 100, 1000}, "bytes", 1 << 10, blue},
	{"idle-runtimes.svg", "What an idle program runtime keeps", "idle runtimes", "MiB for each",
		"growth.idle.runtimes", []int{1, 4, 16}, "bytes", 1 << 20, blue},
}

// growthCharts draws the curves that were measured.
func growthCharts(m *measured, dir string) error {
	for _, c := range curves {
		if points := c.points(m); len(points) > 0 {
			if err := c.draw(points, filepath.Join(dir, c.file)); err != nil {
				return fmt.Errorf("%s: %w", c.file, err)
			}
		}
	}
	return nil
}

func (c curve) caseOf(n int) string { return c.prefix + strconv.Itoa(n) }

func (c curve) points(m *measured) plotter.XYs {
	var points plotter.XYs
	for _, n := range c.at {
		if f := m.find(c.caseOf(n), "ours"); f != nil {
			points = append(points, plotter.XY{X: float64(n), Y: f.by(c.by) / c.unit})
		}
	}
	return points
}

// draw draws a line over a logarithmic axis, from zero up, each point labelled.
func (c curve) draw(points plotter.XYs, path string) error {
	chart := plot.New()
	chart.Title.Text, chart.X.Label.Text, chart.Y.Label.Text = c.title, c.x, c.y
	chart.X.Scale, chart.X.Tick.Marker = plot.LogScale{}, at(c.at)
	line, dots, err := plotter.NewLinePoints(points)
	if err != nil {
		return err
	}
	line.Color, line.Width = c.shade, vg.Points(2)
	dots.Color, dots.Shape = c.shade, draw.CircleGlyph{}
	texts := make([]string, len(points))
	for i, p := range points {
		texts[i] = " " + digits(p.Y)
	}
	labels, err := plotter.NewLabels(plotter.XYLabels{XYs: points, Labels: texts})
	if err != nil {
		return err
	}
	labels.Offset = vg.Point{X: vg.Points(-8), Y: vg.Points(6)}
	chart.Add(vertical(), line, dots, labels)
	chart.Y.Min, chart.Y.Max = 0, 1.25*highest(points)
	chart.X.Max = points[len(points)-1].X * 1.4
	return chart.Save(vg.Points(420), vg.Points(240), path)
}

func highest(points plotter.XYs) float64 {
	most := 0.0
	for _, p := range points {
		most = max(most, p.Y)
	}
	return most
}

// at puts ticks where something was measured.
type at []int

// Ticks implements [plot.Ticker].
func (a at) Ticks(_, _ float64) []plot.Tick {
	ticks := make([]plot.Tick, len(a))
	for i, n := range a {
		ticks[i] = plot.Tick{Value: float64(n), Label: strconv.Itoa(n)}
	}
	return ticks
}

// growthTable has the figures of the charts.
func growthTable(m *measured) string {
	text := "| | figures |\n|---|---|\n"
	for _, c := range curves {
		row := ""
		for i, p := range c.points(m) {
			if i > 0 {
				row += ", "
			}
			row += fmt.Sprintf("%s at %.0f", digits(p.Y), p.X)
		}
		text += fmt.Sprintf("| %s (%s) | %s |\n", c.title, c.y, row)
	}
	return text
}
