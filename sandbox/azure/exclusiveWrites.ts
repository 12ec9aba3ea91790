import { setTimeout as delay } from "node:timers/promises";
import type { ArmError } from "./errors";

/** Lets one write through at a time for each key, and refuses the others as long as it lasts. */
export class ExclusiveWrites {
  private readonly underWay = new Set<string>();

  /** @param writeMilliseconds how long a write takes at least: long enough for one that is sent at the same time to meet it. */
  constructor(private readonly writeMilliseconds: number) {}

  /** @throws ArmError the refusal, while another write with the key is under way. */
  async run<Answer>(key: string, refusal: () => ArmError, write: () => Answer | Promise<Answer>): Promise<Answer> {
    const name = key.toLowerCase();
    if (this.underWay.has(name)) {
      throw refusal();
    }
    this.underWay.add(name);
    try {
      await delay(this.writeMilliseconds);
      return await write();
    } finally {
      this.underWay.delete(name);
    }
  }
}
