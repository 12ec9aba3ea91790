import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { agentCredential, ensureKey, saveCredential } from "./agentCredential";
import { isConfigured, saveSettings } from "./agentSettings";
import { agentSystem } from "./agentSystem";
import { agentVersion } from "./agentVersion";
import { systemCapabilities } from "./capabilities";
import { HttpClient } from "./httpClient";
import type { ListenerArguments } from "./listenerArguments";
import type { ListenerContext } from "./listenerContext";
import { proxyRoute } from "./proxyRoute";
import { ServiceClient, tokenCredential } from "./serviceClient";
import { addAgent, findAgent, findPool, replaceAgent, type NewTaskAgent, type TaskAgent } from "./taskAgent";
import { trustedAuthorities } from "./trustedAuthorities";

/**
 * Registers the agent and leaves its configuration in the root folder.
 * @throws with what is wrong, for exit code 1. The agent may be registered nevertheless.
 */
export async function configure(context: ListenerContext, given: ListenerArguments): Promise<void> {
  const { root, environment, misbehaviour, print } = context;
  if (isConfigured(root)) {
    throw new Error("This agent is configured already. Remove its configuration first.");
  }
  failAsTold(root, misbehaviour.failConfigure ?? 0);
  const { url, token, pool: poolName, name, workFolder } = requiredArguments(given);
  const http = new HttpClient(proxyRoute(root, environment, given.text("proxyurl")), trustedAuthorities(environment));
  const service = new ServiceClient(http, url, tokenCredential(token));

  print("Connecting to the organization ...");
  const publicKey = ensureKey(root);
  const pool = await findPool(service, poolName);
  const record: NewTaskAgent = {
    name,
    version: agentVersion,
    osDescription: agentSystem(environment).description,
    maxParallelism: 1,
    provisioningState: "Provisioned",
    systemCapabilities: systemCapabilities(root, name, environment),
    authorization: { publicKey },
  };
  const agent = await register(service, pool, record, given.flag("replace"));
  print(`The agent ${name} is registered in the pool ${pool.name}.`);
  if (misbehaviour.dieAfterRegistration === true) {
    throw new Error("As told, the agent is not configured any further.");
  }
  saveCredential(root, agent);
  await agentCredential(root, http)(false);
  saveSettings(root, {
    acceptTeeEula: given.flag("acceptteeeula"),
    agentId: agent.id,
    agentName: name,
    poolId: pool.id,
    poolName: pool.name,
    serverUrl: url,
    workFolder,
    notificationSocketAddress: given.text("notificationsocketaddress"),
  });
  saveConnection(root, given);
  print("The configuration is saved.");
}

/** Unattended, so that what is missing is an error and not a question. */
function requiredArguments(given: ListenerArguments) {
  const required = (name: string) => {
    const value = given.text(name);
    if (value === undefined) {
      throw new Error(`--${name} is missing; an unattended configuration cannot ask for it.`);
    }
    return value;
  };
  if (!given.flag("unattended")) {
    throw new Error("The stand-in configures with --unattended only.");
  }
  if (required("auth").toUpperCase() !== "PAT") {
    throw new Error("The stand-in knows --auth PAT only.");
  }
  return {
    url: required("url"),
    token: required("token"),
    pool: given.text("pool") ?? "default",
    name: required("agent"),
    workFolder: given.text("work") ?? "_work",
  };
}

async function register(
  service: ServiceClient,
  pool: { readonly id: number; readonly name: string },
  record: NewTaskAgent,
  replace: boolean,
): Promise<TaskAgent> {
  const existing = await findAgent(service, pool.id, record.name);
  if (existing === undefined) {
    return addAgent(service, pool.id, record);
  }
  if (!replace) {
    throw new Error(`The pool ${pool.name} has an agent ${record.name} already. --replace would take it over.`);
  }
  // Everything else stays as it was, also whether the agent is enabled.
  return replaceAgent(service, pool.id, {
    ...existing,
    ...{ version: record.version, osDescription: record.osDescription, authorization: record.authorization },
    systemCapabilities: { ...existing.systemCapabilities, ...record.systemCapabilities },
  } as TaskAgent);
}

function saveConnection(root: string, given: ListenerArguments): void {
  const proxyUrl = given.text("proxyurl");
  const authority = given.text("sslcacert");
  if (proxyUrl !== undefined) {
    writeFileSync(join(root, ".proxy"), proxyUrl);
  }
  if (authority !== undefined) {
    const file = resolve(root, authority);
    if (!file.startsWith(resolve(root)) || !existsSync(file)) {
      throw new Error(`--sslcacert must be a file below the agent's folder, and ${file} is none.`);
    }
    writeFileSync(join(root, ".certificates"), JSON.stringify({ caCert: file }));
  }
}

/** Counts the calls in a file, since each is a process of its own. */
function failAsTold(root: string, times: number): void {
  const file = join(root, ".standin.configured");
  const before = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  if (before < times) {
    writeFileSync(file, String(before + 1));
    throw new Error(`As told, the configuration fails: call ${before + 1} of ${times}.`);
  }
}
