import * as grpc from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";

/** Shows messages at a resource while its provider works. */
export interface EngineLog {
  /** Stays in the output of the update. */
  info(message: string): void;
  /** Shown in the resource's line until the next one; those that follow each other within a second may be left out. */
  status(message: string): void;
  /** Resolves when everything has been shown. */
  close(): Promise<void>;
}

/** A terminal shows no more, and the log of a pipeline need not. */
const statusEveryMilliseconds = 1000;

/**
 * The engine hands its address to each provider's process as the first argument (`@pulumi/pulumi` cmd/dynamic-provider). Without one, or
 * when the engine is gone, messages go nowhere.
 */
export function engineLog(resourceUrn: string, [, , address]: readonly string[]): EngineLog {
  const engine = address === undefined ? undefined : new EngineClient(address, grpc.credentials.createInsecure());
  let sent: Promise<void> = Promise.resolve();
  let waiting: string | undefined;
  let nextStatus = 0;

  // One after the other: the engine works on several at once, and would show them in any order.
  const send = (message: string, ephemeral: boolean) => {
    const request = new LogRequest().setSeverity(LogSeverity.INFO).setMessage(message).setUrn(resourceUrn);
    request.setEphemeral(ephemeral);
    sent = sent.then(() => new Promise((resolve) => (engine ? engine.log(request, () => resolve()) : resolve())));
  };
  return {
    info: (message) => send(message, false),
    status: (message) => {
      waiting = message;
      if (Date.now() < nextStatus) return;
      nextStatus = Date.now() + statusEveryMilliseconds;
      send(message, true);
      waiting = undefined;
    },
    close: async () => {
      if (waiting !== undefined) send(waiting, true);
      await sent;
      engine?.close();
    },
  };
}
