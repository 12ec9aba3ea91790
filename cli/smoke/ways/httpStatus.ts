import { get } from "node:http";

const timeoutMilliseconds = 10_000;

/** Status of the answer to a GET. @throws Error when nothing answers within ten seconds. */
export function httpStatus(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { timeout: timeoutMilliseconds, agent: false }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
      response.once("error", reject);
    });
    request.once("timeout", () => request.destroy(new Error(`no answer within ${timeoutMilliseconds / 1000} seconds`)));
    request.once("error", reject);
  });
}
