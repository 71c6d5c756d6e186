package main

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// ratioChart draws, for each case, how the other implementations compare with
// ours on a logarithmic scale: right of the line they need more.
func ratioChart(title string, ids []string, m measured) string {
	const row, left, width = 16, 380, 460
	type bar struct {
		label string
		ratio float64
	}
	var bars []bar
	for _, id := range ids {
		ours := find(m[id], "ours")
		if ours == nil {
			continue
		}
		for _, f := range m[id] {
			for _, by := range []string{"cpu", "ns", "rssKiB"} {
				if a, b := ours.by(by), f.by(by); f != ours && a > 0 && b > 0 {
					bars = append(bars, bar{id + ": " + f.impl, b / a})
					break
				}
			}
		}
	}
	var b strings.Builder
	open(&b, left+width+70, 40+row*len(bars), title+": how many times ours the others need")
	center := left + width/2
	for i, x := range bars {
		y := 34 + row*i
		length := int(math.Max(-1, math.Min(1, math.Log10(x.ratio)/3)) * width / 2)
		start, color := center, "#3a7d44"
		if length < 0 {
			start, length, color = center+length, -length, "#b5482f"
		}
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%s</text>`, left-8, y+11, html.EscapeString(x.label))
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="11" fill="%s"/>`, start, y+2, max(length, 1), color)
		fmt.Fprintf(&b, `<text x="%d" y="%d">%.3g×</text>`, left+width+6, y+11, x.ratio)
	}
	fmt.Fprintf(&b, `<line x1="%d" y1="28" x2="%d" y2="%d" stroke="#555"/></svg>`, center, center, 36+row*len(bars))
	return b.String()
}

// growthChart draws the cost of one call over the number of tools and agents.
func growthChart(m measured) string {
	const width, height, margin = 520, 220, 60
	lines := map[string][]int{"tools": {10, 100, 1000, 10000}, "agents": {1, 10, 100, 1000}}
	highest := 1.0
	for kind, ns := range lines {
		for _, n := range ns {
			if f := find(m[fmt.Sprintf("growth.%s%d", kind, n)], "ours"); f != nil {
				highest = math.Max(highest, f.by("cpu"))
			}
		}
	}
	var b strings.Builder
	open(&b, width+2*margin, height+2*margin, "Processor time of one call (µs) as tools and agents grow")
	for i, kind := range []string{"tools", "agents"} {
		color := []string{"#3a7d44", "#2f5fb5"}[i]
		var points []string
		for k, n := range lines[kind] {
			f := find(m[fmt.Sprintf("growth.%s%d", kind, n)], "ours")
			if f == nil {
				continue
			}
			x, y := margin+k*width/3, margin+height-int(f.by("cpu")/highest*height)
			points = append(points, fmt.Sprintf("%d,%d", x, y))
			fmt.Fprintf(&b, `<text x="%d" y="%d" fill="%s">%d %s: %.2f</text>`, x, y-8-14*i, color, n, kind, f.by("cpu")/1e3)
		}
		fmt.Fprintf(&b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>`, strings.Join(points, " "), color)
	}
	fmt.Fprintf(&b, `<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="#555"/></svg>`, margin, margin+height, margin+width, margin+height)
	return b.String()
}

func open(b *strings.Builder, width, height int, title string) {
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="11">`, width, height)
	fmt.Fprintf(b, `<rect width="100%%" height="100%%" fill="white"/><text x="10" y="18" font-size="13">%s</text>`, html.EscapeString(title))
}
