import { request as httpRequest } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import type { KubeConfig } from "@kubernetes/client-node";

const timeoutMilliseconds = 30_000;

/**
 * Asks the API server for a path as the kubeconfig says. The generated clients read only what they know the form of, which a page is not.
 * @throws Error when the API server does not answer within 30 seconds.
 */
export async function apiServerGet(
  config: KubeConfig,
  path: string,
): Promise<{ readonly status: number; readonly body: string }> {
  const url = new URL(path, config.getCurrentCluster()?.server);
  const options: RequestOptions = { timeout: timeoutMilliseconds, headers: {} };
  await config.applyToHTTPSOptions(options);
  const send = url.protocol === "http:" ? httpRequest : httpsRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, options, (response) => {
      let body = "";
      response.on("data", (piece: Buffer) => (body += piece.toString("utf8")));
      response.once("end", () => resolve({ status: response.statusCode ?? 0, body }));
      response.once("error", reject);
    });
    request.once("timeout", () => request.destroy(new Error(`no answer within ${timeoutMilliseconds / 1000} seconds`)));
    request.once("error", reject);
    request.end();
  });
}
