package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/session/jsonl"
	"github.com/spf13/cobra"
)

func newSession(s Streams) *cobra.Command {
	c := &cobra.Command{
		Use:   "session",
		Short: "Show, export and repair session files",
		Long: `session works on the files that dsh agent --session writes. show and export only
read, also while an agent writes.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newSessionShow(s), newSessionExport(s), newSessionRepair(s))
	return c
}

func newSessionShow(s Streams) *cobra.Command {
	var o session.ShowOptions
	var asJSON bool
	c := &cobra.Command{
		Use:   "show [flags] FILE",
		Short: "Print a session for people",
		Long: `show prints turns, messages, calls and results in the order they happened. With
--json it prints one object: id, version, created, meta, how many events there
are, the turns with their steps and how they ended, and the messages that a model
would see. A torn end, which a writer or a crash leaves, is left out.`,
		Example: `  dsh session show --max-lines 10 s.jsonl`,
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if o.MaxLines < 0 {
				return unusable(fmt.Errorf("--max-lines is %d: it must be 0 or more", o.MaxLines))
			}
			h, err := jsonl.Read(args[0])
			if err != nil {
				return unreadable(err)
			}
			if asJSON {
				return written(writeSummary(s.Out, h))
			}
			return written(session.Show(s.Out, h, o))
		},
	}
	c.Flags().IntVar(&o.MaxLines, "max-lines", 0, "print at most `N` lines of each message; 0 prints all")
	c.Flags().BoolVar(&o.Times, "times", false, "print the time of each entry")
	c.Flags().BoolVar(&o.All, "all", false, "print the events outside the conversation, too")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	for _, other := range []string{"max-lines", "times", "all"} {
		c.MarkFlagsMutuallyExclusive("json", other)
	}
	return c
}

func newSessionExport(s Streams) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "export [flags] FILE",
		Short: "Print a session in another form",
		Long: `export prints a session as events (the log itself, one JSON object a line),
messages (a JSON array of what a model would see) or markdown.`,
		Example: `  dsh session export --format messages s.jsonl`,
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if !isFormat(format) {
				return unusable(fmt.Errorf("--format is %q: it must be %s", format, formatNames(" or ")))
			}
			h, err := jsonl.Read(args[0])
			if err != nil {
				return unreadable(err)
			}
			return written(session.Export(s.Out, h, session.Format(format)))
		},
	}
	c.Flags().StringVar(&format, "format", string(session.FormatMarkdown), "`FORM` to print: "+formatNames(", "))
	return c
}

func newSessionRepair(s Streams) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "repair [flags] FILE",
		Short: "Make a damaged session file usable again",
		Long: `repair cuts a session file at the first line that is damaged, after copying the
file to a new one beside it, and closes the turn that is open then. Resuming
repairs what a crash leaves by itself; this is for other damage. With --json it
prints one object: repaired, damage, backup, cutBytes, cutLines, the turn that was
closed, the ids of the calls that got a result (outcomeUnknown, notStarted), and
how many events there are now.`,
		Example: `  dsh session repair s.jsonl`,
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			// A repair that has begun is finished: half of one helps nobody.
			report, err := jsonl.Repair(context.WithoutCancel(c.Context()), args[0], session.Options{})
			if session.CodeOf(err) == session.CodeCorrupt {
				return &exitError{ExitFailed, fmt.Errorf("%w: nothing of this file can be repaired", err)}
			}
			if err != nil {
				return unreadable(err)
			}
			if asJSON {
				return written(writeRepair(s.Out, report))
			}
			return written(printReport(s, report))
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}

func printReport(s Streams, r jsonl.Report) error {
	var b strings.Builder
	if r.Damage != nil {
		fmt.Fprintf(&b, "damage: %v\nbackup: %s\ncut: %d lines, from the damage on; what their calls did is done, though the "+
			"session no longer tells of it\n", r.Damage, r.Backup, r.Recovery.CutLines)
	}
	switch {
	case r.Recovery.Repaired():
		fmt.Fprintf(&b, "%s\n", repaired(r.Recovery))
	case r.Damage == nil:
		b.WriteString("nothing to repair\n")
	}
	fmt.Fprintf(&b, "%d events\n", r.Events)
	_, err := s.Out.Write([]byte(b.String()))
	return err
}

func isFormat(name string) bool {
	for _, f := range session.Formats() {
		if string(f) == name {
			return true
		}
	}
	return false
}

func formatNames(separator string) string {
	var names []string
	for _, f := range session.Formats() {
		names = append(names, string(f))
	}
	return strings.Join(names, separator)
}

// unreadable tells a file that is not there, or in use, from one that is damaged.
func unreadable(err error) error {
	switch session.CodeOf(err) {
	case session.CodeCorrupt, session.CodeSurface, session.CodeRange:
		return &exitError{ExitFailed, fmt.Errorf("%w: see dsh session repair", err)}
	}
	return unusable(err)
}

// written is the failure to print.
func written(err error) error {
	if err == nil {
		return nil
	}
	return &exitError{ExitFailed, err}
}
