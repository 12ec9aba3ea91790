import * as grpc from "@grpc/grpc-js";

/** A gRPC server that the engine attaches to. */
export interface RpcServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Binds a server to a free port of the loopback interface. */
export async function listenOnLoopback(server: grpc.Server): Promise<RpcServer> {
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return {
    port,
    close: async () => {
      server.forceShutdown();
    },
  };
}
