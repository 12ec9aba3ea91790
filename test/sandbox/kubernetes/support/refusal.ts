import { ApiException } from "@kubernetes/client-node";
import { errorText } from "../../../../sandbox/kubernetes/errorText";

export interface Refusal {
  readonly code: number;
  readonly message: string;
}

/** What the API server answers to a request that it refuses. @throws Error when it accepts it. */
export async function refusal(request: Promise<unknown>): Promise<Refusal> {
  try {
    await request;
  } catch (error) {
    if (error instanceof ApiException) {
      return { code: error.code, message: errorText(error) };
    }
    throw error;
  }
  throw new Error("The request was accepted.");
}
