package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/creack/pty"
	"k8s.io/cri-streaming/pkg/streaming/remotecommand"
	utilexec "k8s.io/utils/exec"
)

// command is a process to start in a container, in the machine's own terms.
type command struct {
	Command          []string          `json:"command"`
	WorkingDirectory string            `json:"workingDirectory"`
	Environment      map[string]string `json:"environment"`
}

// drainDelay is how long output is still passed on when the process has ended but a descendant holds its pipes.
const drainDelay = 500 * time.Millisecond

// ExecInContainer runs the command and copies its streams until it ends. An exit code other than 0 is an utilexec.ExitError.
func (c command) ExecInContainer(_ context.Context, _ string, _ string, _ string, _ []string, in io.Reader, out, err io.WriteCloser, tty bool, resize <-chan remotecommand.TerminalSize, _ time.Duration) error {
	program, failure := c.program()
	if failure != nil {
		return fmt.Errorf("exec failed: unable to start container process: %w", failure)
	}
	process := &exec.Cmd{
		Path:      program,
		Args:      c.Command,
		Dir:       c.WorkingDirectory,
		Env:       c.environment(tty),
		WaitDelay: drainDelay,
	}
	if tty {
		return exitError(runInTerminal(process, in, out, resize))
	}
	return exitError(runWithPipes(process, in, out, err))
}

func runWithPipes(process *exec.Cmd, in io.Reader, out, err io.WriteCloser) error {
	// A session of its own, as every process of a container that is not a child of its first one.
	process.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	// A nil writer in an interface is not nil.
	if out != nil {
		process.Stdout = out
	}
	if err != nil {
		process.Stderr = err
	}
	if in != nil {
		// Copied apart: the end of the process must not wait for an input that never ends.
		pipe, failure := process.StdinPipe()
		if failure != nil {
			return failure
		}
		go func() {
			io.Copy(pipe, in)
			pipe.Close()
		}()
	}
	return process.Run()
}

func runInTerminal(process *exec.Cmd, in io.Reader, out io.WriteCloser, resize <-chan remotecommand.TerminalSize) error {
	terminal, failure := pty.Start(process)
	if failure != nil {
		return failure
	}
	defer terminal.Close()
	go func() {
		for size := range resize {
			pty.Setsize(terminal, &pty.Winsize{Rows: size.Height, Cols: size.Width})
		}
	}()
	if in != nil {
		go io.Copy(terminal, in)
	}
	drained := make(chan struct{})
	go func() {
		if out != nil {
			io.Copy(out, terminal)
		}
		close(drained)
	}()
	failure = process.Wait()
	select {
	case <-drained:
	case <-time.After(drainDelay):
	}
	return failure
}

// program finds the executable on the container's own search path, not on this process's.
func (c command) program() (string, error) {
	name := c.Command[0]
	if strings.Contains(name, "/") {
		return name, nil
	}
	for _, folder := range filepath.SplitList(c.Environment["PATH"]) {
		path := filepath.Join(folder, name)
		if found, err := os.Stat(path); err == nil && found.Mode().IsRegular() && found.Mode()&0o111 != 0 {
			return path, nil
		}
	}
	return "", fmt.Errorf("exec: %q: executable file not found in $PATH", name)
}

func (c command) environment(tty bool) []string {
	variables := make([]string, 0, len(c.Environment)+1)
	if tty {
		variables = append(variables, "TERM=xterm")
	}
	for name, value := range c.Environment {
		variables = append(variables, name+"="+value)
	}
	return variables
}

// exitError tells the end by a signal as a shell does, and that the command ended from everything else.
func exitError(err error) error {
	var ended *exec.ExitError
	if !errors.As(err, &ended) {
		if errors.Is(err, exec.ErrWaitDelay) {
			return nil
		}
		return err
	}
	code := ended.ExitCode()
	if status, ok := ended.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		code = 128 + int(status.Signal())
	}
	return utilexec.CodeExitError{Err: err, Code: code}
}
