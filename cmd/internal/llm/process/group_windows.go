package process

import (
	"os/exec"
	"unsafe"

	"golang.org/x/sys/windows"
)

// A group is a program with its descendants, held together by a job.
type group struct {
	job windows.Handle
	c   *exec.Cmd
}

// start starts a program in a job that ends with memoria, and so does the program unless it is to outlive memoria.
func start(c *exec.Cmd, outlive bool, _ string) (group, error) {
	c.SysProcAttr = &windows.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP, HideWindow: true}
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return group{}, err
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{}
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if outlive {
		limits.BasicLimitInformation.LimitFlags = 0
	}
	c.Cancel = func() error { return windows.TerminateJobObject(job, 1) }
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		windows.CloseHandle(job)
		return group{}, err
	}
	g := group{job, c}
	if h, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(c.Process.Pid)); err == nil {
		windows.AssignProcessToJobObject(job, h)
		windows.CloseHandle(h)
	}
	return g, nil
}

// kill ends what is left of the group: nothing leaves a job.
func (g group) kill(bool) {
	windows.TerminateJobObject(g.job, 1)
	windows.CloseHandle(g.job)
	g.c.Process.Kill()
}
