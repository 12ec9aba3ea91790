import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ServiceCallError } from "../agentService";
import { createHttpClient, type HttpAnswer } from "../http/httpClient";
import { jsonObject, parseJson, textOf } from "../http/jsonObject";
import { retryAfterSeconds } from "../http/retryAfter";
import type { Log } from "../log";
import { SupervisorError } from "../supervisorError";

/** How a pod reaches the API server of its cluster. */
export interface KubernetesSettings {
  readonly host: string;
  readonly port: string;
  /** Folder with the files `token` and `ca.crt` of the service account. */
  readonly serviceAccountFolder: string;
  readonly namespace: string;
}

const pageSize = 500;

/**
 * Names of all pods of the namespace. Never through a proxy: the API server is in the cluster's own network.
 * @throws ServiceCallError, SupervisorError `configuration` when the service account may not list pods
 */
export async function podNames(
  settings: KubernetesSettings,
  log: Log,
  now: () => number,
): Promise<ReadonlySet<string>> {
  const { host, port, serviceAccountFolder, namespace } = settings;
  const http = createHttpClient({ onlyCa: await serviceAccountFile(serviceAccountFolder, "ca.crt") });
  const token = (await serviceAccountFile(serviceAccountFolder, "token")).trim();
  log.redact(token);
  const server = `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const path = `${server}/api/v1/namespaces/${encodeURIComponent(namespace)}/pods`;
  const names = new Set<string>();
  let next: string | undefined;
  do {
    const query = new URLSearchParams({ limit: String(pageSize), ...(next !== undefined && { continue: next }) });
    const answer = await http({
      method: "GET",
      url: `${path}?${query.toString()}`,
      headers: {
        // Names are all that is needed of pods that may hold secrets in their environment.
        accept: "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
        authorization: `Bearer ${token}`,
      },
    });
    const page = pageIn(answer, settings, now());
    page.names.forEach((name) => names.add(name.toLowerCase()));
    next = page.next;
  } while (next !== undefined);
  return names;
}

function pageIn(answer: HttpAnswer, { namespace }: KubernetesSettings, now: number) {
  const body = jsonObject(parseJson(answer.text));
  const { items } = body;
  if (answer.status === 401 || answer.status === 403) {
    throw new SupervisorError(
      "configuration",
      `The Kubernetes API does not let this service account list the pods of namespace ${namespace} (status ${answer.status}: ${textOf(body["message"]) ?? "no reason given"}).`,
      ["Bind the service account to a role with the verb list for pods in that namespace."],
    );
  }
  if (answer.status !== 200 || !Array.isArray(items)) {
    throw new ServiceCallError(
      answer.status === 429 ? "throttled" : answer.status >= 500 ? "unavailable" : "unexpected",
      `Listing the pods of namespace ${namespace}: the Kubernetes API answers ${answer.status}.`,
      retryAfterSeconds(answer.headers["retry-after"], now),
    );
  }
  const names = (items as readonly unknown[]).map((item) => textOf(jsonObject(jsonObject(item)["metadata"])["name"]));
  if (names.includes(undefined)) {
    throw new ServiceCallError("unexpected", "The Kubernetes API lists a pod without a name.");
  }
  return {
    names: names.filter((name) => name !== undefined),
    next: textOf(jsonObject(body["metadata"])["continue"]),
  };
}

async function serviceAccountFile(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new SupervisorError("configuration", `${path} cannot be read: ${String(error)}`, [
      "The pod must mount its service account's token (automountServiceAccountToken).",
    ]);
  }
}
