import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { KubeConfig } from "@kubernetes/client-node";
import { CheckFailure } from "../../../cli/smoke/checks/checkResult";
import { clusterWays } from "../../../cli/smoke/ways/clusterWays";
import type { Destination, SmokeWays } from "../../../cli/smoke/ways/smokeWays";

const linuxPod = { name: "web-linux-0", node: "akslin-0", address: "10.244.1.2" };
const windowsPod = { name: "web-windows2022-0", node: "akswin-0", address: "10.244.0.2" };

describe("ways through a cluster", () => {
  const to: Destination = {
    namespace: "smoke-1",
    service: "web-windows2022",
    clusterIp: "10.0.9.9",
    pods: [windowsPod],
    from: { ...linuxPod, system: "linux" },
  };
  let server: Server;
  let requests: string[];
  let status: number;
  let config: KubeConfig;

  before(async () => {
    server = createServer((request, response) => {
      requests.push(request.url ?? "");
      response.statusCode = status;
      response.end(status === 200 ? "page" : "error trying to reach service: dial tcp: i/o timeout");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    config = new KubeConfig();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    config.loadFromClusterAndUser({ name: "c", server: url, skipTLSVerify: true }, { name: "u" });
  });
  beforeEach(() => {
    requests = [];
    status = 200;
  });
  after(() => server.close());

  /** Ways whose curl answers as the script says, by pod and URL. */
  function ways(answers: Readonly<Record<string, string>>, asked: string[] = []): SmokeWays {
    return clusterWays(config, async (_namespace, pod, _container, command) => {
      asked.push(`${pod} ${command.at(-1)}`);
      const answer = answers[command.at(-1) ?? ""];
      return answer === undefined
        ? { exitCode: 6, stdout: "000 ", stderr: "curl: (6) Could not resolve host" }
        : { exitCode: 0, stdout: answer, stderr: "" };
    });
  }

  const failed = (text: RegExp) => (error: unknown) => error instanceof CheckFailure && text.test(error.evidence);

  it("discovery asks for the Service's whole name from the pod of another version", async () => {
    const asked: string[] = [];
    const url = "http://web-windows2022.smoke-1.svc.cluster.local:80/";
    assert.match(await ways({ [url]: "200 10.0.9.9" }, asked).discovery(to), /at 10\.0\.9\.9: HTTP 200/);
    assert.deepEqual(asked, [`web-linux-0 ${url}`]);
  });

  it("a name that stands for another address is a failure, and so is one that nobody knows", async () => {
    const url = "http://web-windows2022.smoke-1.svc.cluster.local:80/";
    await assert.rejects(ways({ [url]: "200 93.184.216.34" }).discovery(to), failed(/and its Service has 10\.0\.9\.9/));
    await assert.rejects(ways({}).discovery(to), failed(/the name is not known/));
  });

  it("the Service's address and the pods' addresses are asked from inside", async () => {
    const answers = { "http://10.0.9.9:80/": "200 10.0.9.9", "http://10.244.0.2:8080/": "503 10.244.0.2" };
    assert.match(await ways(answers).serviceAddress(to), /reaches 10\.0\.9\.9:80: HTTP 200/);
    await assert.rejects(ways(answers).podAddress(to, "10.244.0.2", 8080), failed(/HTTP 503/));
  });

  it("inbound goes through the API server's proxy", async () => {
    await ways({}).inbound(to);
    assert.deepEqual(requests, ["/api/v1/namespaces/smoke-1/services/http:web-windows2022:http/proxy/"]);
    status = 503;
    await assert.rejects(ways({}).inbound(to), failed(/HTTP 503: error trying to reach service/));
  });

  it("outbound starts from the version's own pod, and any answer of the service counts", async () => {
    const asked: string[] = [];
    const answers = { "https://dev.azure.com/": "302 13.107.42.20" };
    assert.match(await ways(answers, asked).outbound(to, windowsPod, "windows"), /at 13\.107\.42\.20: HTTP 302/);
    assert.deepEqual(asked, ["web-windows2022-0 https://dev.azure.com/"]);
  });
});
