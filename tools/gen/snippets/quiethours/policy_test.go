package quiethours_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/testkit"
	"github.com/dsh-go/dsh/tools/gen/snippets/quiethours"
)

// show: test
func TestQuietHours(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // time stands still, and passes only while we sleep
		k := testkit.New(t)
		reading := testkit.Echo("look")
		reading.Traits.ReadOnly = true
		k.Register(reading)
		k.Register(testkit.Echo("change"))
		approver := &testkit.Approver{Answer: tools.ApprovalRejected}
		if _, err := k.Registry.ProvideApprover(k.Root, approver); err != nil {
			t.Fatal(err)
		}
		if err := quiethours.Install(k.Root, k.Registry, quiethours.Config{From: 22, Until: 6}); err != nil {
			t.Fatal(err)
		}
		agent, _ := k.Agent("a", nil)
		expect := func(hour int, tool, want string) {
			t.Helper()
			now := time.Now()
			time.Sleep(time.Date(now.Year(), now.Month(), now.Day()+1, hour, 0, 0, 0, time.Local).Sub(now))
			done := k.Run(t.Context(), &tools.Batch{Agent: agent, Calls: testkit.Calls(tool, `{}`)})
			if got := done.Outcomes[0].Result.Content().Text(); got != want {
				t.Errorf("%s at %d o'clock: %q, want %q", tool, hour, got, want)
			}
		}
		expect(12, "change", "{}")
		expect(23, "look", "{}")
		expect(23, "change", `Error: the user rejected tool "change"`)
	})
}

// end: test
