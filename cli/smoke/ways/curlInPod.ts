import { CheckFailure, notPossible } from "../checks/checkResult";
import { smokeContainer } from "../manifests/smokeDeployment";
import type { SmokePod } from "../smokePod";
import type { SmokeTarget } from "../smokeTarget";
import type { ExecResult, PodExec } from "./podExec";

/** What curl has got from where. */
export interface CurlAnswer {
  readonly httpStatus: number;
  /** That the name stood for. */
  readonly address: string;
}

export interface CurlRequest {
  readonly namespace: string;
  readonly pod: SmokePod;
  readonly system: SmokeTarget["system"];
  readonly url: string;
  /** Past a proxy that the container's environment may name: what lies in the cluster is reached without one. */
  readonly direct: boolean;
}

/** Windows has it since version 1803, Server Core and Nano Server images too; nginx's images bring it. */
const programs = {
  windows: { curl: "curl.exe", nowhere: "NUL" },
  linux: { curl: "curl", nowhere: "/dev/null" },
} as const;

const longestSeconds = 15;

/** curl's exit codes (curl manual, EXIT CODES) and what they mean here. */
const failures: Readonly<Record<number, { readonly what: string; readonly remedy: string }>> = {
  6: {
    what: "the name is not known",
    remedy:
      "DNS: are the pods of CoreDNS in kube-system ready, and may the pod ask them (network policies, UDP port 53)?",
  },
  7: { what: "the connection is refused", remedy: "Nothing listens there, or a network policy refuses it." },
  28: {
    what: `no answer within ${longestSeconds} seconds`,
    remedy: "Something drops it on the way: network policies, the route table, a firewall, network security groups.",
  },
  35: { what: "the TLS handshake failed", remedy: "A proxy or a firewall stands between: `agents[].proxy`." },
  60: {
    what: "the certificate is not trusted",
    remedy: "Something on the way ends TLS: `agents[].caBundle` lets the agents trust its certificate authority.",
  },
};

/** Asks for a URL from inside a pod, with the curl of its image. @throws CheckFailure when nothing answers, or there is no curl. */
export async function curlInPod(
  exec: PodExec,
  { namespace, pod, system, url, direct }: CurlRequest,
): Promise<CurlAnswer> {
  const { curl, nowhere } = programs[system];
  const options = ["--silent", "--show-error", "--max-time", `${longestSeconds}`, "--output", nowhere];
  const command = [
    curl,
    ...options,
    ...(direct ? ["--noproxy", "*"] : []),
    "--write-out",
    "%{http_code} %{remote_ip}",
    url,
  ];
  const { exitCode, stdout, stderr } = await run(exec, namespace, pod, command);
  if (exitCode === 0) {
    const [httpStatus = "", address = ""] = stdout.trim().split(" ");
    return { httpStatus: Number(httpStatus), address };
  }
  if (exitCode === undefined || exitCode === 126 || exitCode === 127) {
    throw notPossible(
      `No curl could be started in ${pod.name}: ${stderr.trim()}`,
      "The web server's image needs curl for this check, as those of samples/ have it.",
    );
  }
  const known = failures[exitCode];
  throw new CheckFailure(
    `From ${pod.name}, ${url}: ${known?.what ?? `curl ended with ${exitCode}`} (${stderr.trim()})`,
    known?.remedy ?? "curl's manual says what its exit code means.",
  );
}

async function run(exec: PodExec, namespace: string, pod: SmokePod, command: readonly string[]): Promise<ExecResult> {
  try {
    return await exec(namespace, pod.name, smokeContainer, command);
  } catch (error) {
    throw new CheckFailure(
      `No command could be run in ${pod.name}: ${error instanceof Error ? error.message : String(error)}`,
      "The API server reaches the nodes through the tunnel (konnectivity-agent in kube-system), and you need the right pods/exec.",
    );
  }
}
