// Serves `kubectl exec` and `kubectl port-forward` for simulated nodes, with the library that container runtimes
// use for it, on a Unix socket that only the sandbox can reach. It ends when its standard input does.
package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"k8s.io/cri-streaming/pkg/streaming/portforward"
	"k8s.io/cri-streaming/pkg/streaming/remotecommand"
)

// commandHeader holds what to run, as base64 of JSON: an environment may hold secrets, so it is in no argument.
const commandHeader = "Sandbox-Command"

// addressHeader holds where the servers of a pod listen on this machine.
const addressHeader = "Sandbox-Address"

// idleTimeout is kubelet's streamingConnectionIdleTimeout.
const idleTimeout = 4 * time.Hour

// longestHeader leaves room for a large environment.
const longestHeader = 8 << 20

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: kubelet-streaming <socket>")
		os.Exit(2)
	}
	listener, err := net.Listen("unix", os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	handlers := http.NewServeMux()
	handlers.HandleFunc("/exec", serveExec)
	handlers.HandleFunc("/portForward", servePortForward)
	server := http.Server{Handler: handlers, MaxHeaderBytes: longestHeader}
	go server.Serve(listener)
	fmt.Println("ready")
	io.Copy(io.Discard, os.Stdin)
	listener.Close()
}

func serveExec(response http.ResponseWriter, request *http.Request) {
	options, err := remotecommand.NewOptions(request)
	if err != nil {
		http.Error(response, err.Error(), http.StatusBadRequest)
		return
	}
	var started command
	text, err := base64.StdEncoding.DecodeString(request.Header.Get(commandHeader))
	if err == nil {
		err = json.Unmarshal(text, &started)
	}
	if err != nil || len(started.Command) == 0 {
		http.Error(response, "no command", http.StatusBadRequest)
		return
	}
	remotecommand.ServeExec(response, request, started, "", "", "", nil, options, idleTimeout,
		remotecommand.DefaultStreamCreationTimeout, remotecommand.SupportedStreamingProtocols)
}

func servePortForward(response http.ResponseWriter, request *http.Request) {
	options, err := portforward.NewV4Options(request)
	if err != nil {
		http.Error(response, err.Error(), http.StatusBadRequest)
		return
	}
	portforward.ServePortForward(response, request, machine(request.Header.Get(addressHeader)), "", "", options, idleTimeout,
		remotecommand.DefaultStreamCreationTimeout, portforward.SupportedProtocols)
}

// machine forwards to ports of an address of loopback: a pod has no network of its own here.
type machine string

func (address machine) PortForward(ctx context.Context, _ string, _ string, port int32, stream io.ReadWriteCloser) error {
	defer stream.Close()
	connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", fmt.Sprintf("%s:%d", string(address), port))
	if err != nil {
		return err
	}
	defer connection.Close()
	sent := make(chan struct{})
	go func() {
		io.Copy(connection, stream)
		connection.(*net.TCPConn).CloseWrite()
		close(sent)
	}()
	_, err = io.Copy(stream, connection)
	stream.Close()
	<-sent
	return err
}
