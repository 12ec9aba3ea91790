import type {
  BuildOrder,
  ImageBuilder,
  PushedImage,
} from "../../../../../sandbox/azure/containerRegistry/imageBuilder";

type Work = (order: BuildOrder, log: (line: string) => void, signal: AbortSignal) => Promise<void>;

/** "Builds" what a test tells it to, and keeps the orders. */
export class TestBuilder implements ImageBuilder {
  readonly orders: BuildOrder[] = [];
  work: Work = async (_order, log) => log("Step 1/1 : FROM scratch");

  async build(order: BuildOrder, log: (line: string) => void, signal: AbortSignal): Promise<readonly PushedImage[]> {
    this.orders.push(order);
    await this.work(order, log, signal);
    return order.imageNames.map((name) => {
      const [repository = "", tag = ""] = name.split(":");
      return { repository, tag, digest };
    });
  }
}

/** That of an empty text. */
export const digest = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
