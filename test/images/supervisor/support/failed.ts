import assert from "node:assert/strict";
import { ServiceCallError, type ServiceFailure } from "../../../../images/supervisor/agentService";

/** What `assert.rejects` asks whether a call of a service has failed in this way, with such a message. */
export function failed(failure: ServiceFailure, message = /./) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof ServiceCallError, String(error));
    assert.equal(error.failure, failure);
    assert.match(error.message, message);
    return true;
  };
}
