import * as grpc from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";

/** Shows messages at a resource while its provider works. */
export interface EngineLog {
  /** Stays in the output of the update. */
  info(message: string): void;
  /** Shown in the resource's line until the next one. */
  status(message: string): void;
}

/**
 * The engine hands its address to each provider's process as the first argument (`@pulumi/pulumi` cmd/dynamic-provider). Without one, or
 * when the engine is gone, messages go nowhere.
 */
export function engineLog(resourceUrn: string, [, , address]: readonly string[]): EngineLog {
  if (address === undefined) return { info: () => undefined, status: () => undefined };
  const engine = new EngineClient(address, grpc.credentials.createInsecure());
  const send = (message: string, ephemeral: boolean) => {
    const request = new LogRequest()
      .setSeverity(LogSeverity.INFO)
      .setMessage(message)
      .setUrn(resourceUrn)
      .setEphemeral(ephemeral);
    engine.log(request, () => undefined);
  };
  return { info: (message) => send(message, false), status: (message) => send(message, true) };
}
