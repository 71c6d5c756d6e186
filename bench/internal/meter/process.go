package meter

import (
	"bytes"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"
)

// CPU is the processor time of this process and its ended children.
func CPU() time.Duration {
	var total time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var usage syscall.Rusage
		Check(syscall.Getrusage(who, &usage))
		total += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	}
	return total
}

// Memory prints the peak resident memory of this process.
func Memory(id, impl string) { Emit(Row{Case: id, Impl: impl, RSS: peakKiB()}) }

func peakKiB() int64 {
	if kib, ok := status("VmHWM"); ok {
		return kib
	}
	// Elsewhere than on Linux; there it would count what ran before the exec.
	var usage syscall.Rusage
	Check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	if runtime.GOOS == "darwin" {
		return usage.Maxrss >> 10
	}
	return usage.Maxrss
}

// status reads a line of this process's status, in KiB.
func status(name string) (kib int64, ok bool) {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, false
	}
	for line := range bytes.Lines(text) {
		if rest, ok := bytes.CutPrefix(line, []byte(name+":")); ok {
			kib, err = strconv.ParseInt(string(bytes.Fields(rest)[0]), 10, 64)
			return kib, err == nil
		}
	}
	return 0, false
}

// Heap is the size of what is reachable on the Go heap.
func Heap() int64 {
	runtime.GC()
	runtime.GC() // the first one only queued what finalizers keep
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// Resident is the memory that this process occupies after giving back what it
// can, in bytes; where the system does not tell, that of the Go runtime.
func Resident() int64 {
	debug.FreeOSMemory()
	if kib, ok := status("VmRSS"); ok {
		return kib << 10
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys - m.HeapReleased)
}
