// Package generate puts everything together: it builds the model, projects it
// onto the pages, and either writes them or tells what is out of date (U14).
package generate
