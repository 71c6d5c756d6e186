package jsonl_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/session/jsonl"
)

func TestRepairCutsDamage(t *testing.T) {
	whole := written(t, 2)
	lines := bytes.SplitAfter(whole, []byte{'\n'})
	doubled := bytes.Join(append(append([][]byte{}, lines[:8]...), lines[7:]...), nil)
	broken := bytes.Replace(whole, []byte(`"turn":2`), []byte(`"turn":7`), 1)
	for name, text := range map[string][]byte{
		"line twice": doubled,
		"wrong turn": broken,
		"bad bytes":  bytes.Replace(whole, []byte("I look"), []byte("I\x00look"), 1),
	} {
		t.Run(name, func(t *testing.T) {
			path := put(t, text)
			report, err := jsonl.Repair(t.Context(), path, fixed())
			check(t, err)
			if report.Damage == nil || report.Recovery.CutBytes == 0 || report.Events == 0 {
				t.Errorf("report is %+v", report)
			}
			kept, err := os.ReadFile(report.Backup)
			check(t, err)
			if !bytes.Equal(kept, text) {
				t.Error("the backup is not the file as it was")
			}
			log, recovery := openLog(t, path)
			if recovery.Repaired() || log.Len() != report.Events {
				t.Errorf("opened after repair: %+v, %d events of %d", recovery, log.Len(), report.Events)
			}
			if err := llm.CheckHistory(log.Messages()); err != nil {
				t.Error(err)
			}
			closeLog(t, log)
		})
	}
}

func TestRepairOfAGoodLog(t *testing.T) {
	whole := written(t, 1)
	path := put(t, whole)
	report, err := jsonl.Repair(t.Context(), path, fixed())
	check(t, err)
	if report.Damage != nil || report.Backup != "" || report.Recovery.Repaired() {
		t.Errorf("report is %+v", report)
	}
	got, err := os.ReadFile(path)
	check(t, err)
	if !bytes.Equal(got, whole) {
		t.Error("repair changed a good log")
	}
}

func TestRepairOfAnOpenTurn(t *testing.T) {
	whole := written(t, 1)
	path := put(t, whole[:len(whole)-200])
	report, err := jsonl.Repair(t.Context(), path, fixed())
	check(t, err)
	if report.Damage != nil || report.Recovery.Turn != 1 {
		t.Errorf("report is %+v", report)
	}
}

func TestRepairHasLimits(t *testing.T) {
	path := put(t, []byte("no log\n"))
	_, err := jsonl.Repair(t.Context(), path, fixed())
	wantCode(t, err, session.CodeCorrupt)
	path = put(t, written(t, 0))
	log, _ := openLog(t, path)
	_, err = jsonl.Repair(t.Context(), path, fixed())
	wantCode(t, err, session.CodeLocked)
	closeLog(t, log)
}
