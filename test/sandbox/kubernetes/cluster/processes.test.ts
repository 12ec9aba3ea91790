import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from "jose";
import { newNamespace, removeNamespace, untilEvent, untilPhase } from "../support/pods";
import { createScriptPod, logOf, untilContainer, untilPrinted } from "../support/processPods";
import { sharedCluster, type SharedCluster } from "../support/sharedCluster";
import { clusterSpec } from "../support/specs";

describe("Containers that run as processes", function () {
  this.timeout(120_000);
  let cluster: SharedCluster;
  let namespace: string;

  before(async () => {
    cluster = await sharedCluster();
    namespace = await newNamespace(cluster, "processes");
    await cluster.core.createNamespacedSecret({
      namespace,
      body: { metadata: { name: "credentials" }, stringData: { token: "s3cr3t-value", user: "robot" } },
    });
    await cluster.core.createNamespacedConfigMap({
      namespace,
      body: { metadata: { name: "settings" }, data: { LEVEL: "high", "file.txt": "content" } },
    });
  });

  after(() => removeNamespace(cluster, namespace));

  it("print, end, and leave their exit code, with the image's digest in the status", async () => {
    await createScriptPod(cluster, namespace, "ends", 'echo "hello from $HOSTNAME"; exit 7');
    const { status } = await untilPhase(cluster, namespace, "ends", "Failed");
    const [container] = status?.containerStatuses ?? [];
    assert.equal(container?.state?.terminated?.exitCode, 7);
    assert.equal(container.state.terminated.reason, "Error");
    assert.match(container.imageID, /^scripts\.example\.com\/processes-ends@sha256:[0-9a-f]{64}$/);
    assert.equal(await logOf(cluster, namespace, "ends"), "hello from ends\n");
  });

  it("are Completed when they end well", async () => {
    await createScriptPod(cluster, namespace, "well", "exit 0");
    const { status } = await untilPhase(cluster, namespace, "well", "Succeeded");
    assert.equal(status?.containerStatuses?.[0]?.state?.terminated?.reason, "Completed");
  });

  it("killed by a signal have 128 and its number as exit code", async () => {
    await createScriptPod(cluster, namespace, "killed", "kill -KILL $$");
    const { status } = await untilPhase(cluster, namespace, "killed", "Failed");
    assert.equal(status?.containerStatuses?.[0]?.state?.terminated?.exitCode, 137);
  });

  it("leave the end of their log as message when the policy says so", async () => {
    const policy = { terminationMessagePolicy: "FallbackToLogsOnError" };
    await createScriptPod(cluster, namespace, "words", "echo last words; exit 1", policy);
    const { status } = await untilPhase(cluster, namespace, "words", "Failed");
    assert.equal(status?.containerStatuses?.[0]?.state?.terminated?.message, "last words\n");
  });

  it("that cannot be started say so", async () => {
    await createScriptPod(cluster, namespace, "absent", "", { command: ["/app/no-such-program"] });
    const { status } = await untilPhase(cluster, namespace, "absent", "Failed");
    const { exitCode, reason, message } = status?.containerStatuses?.[0]?.state?.terminated ?? {};
    assert.deepEqual([exitCode, reason], [128, "StartError"]);
    assert.match(message ?? "", /no such file|not found/);
  });

  it("have the environment that a kubelet gives, and nothing of the sandbox's own", async () => {
    const script = "tr '\\0' '\\n' < /proc/$$/environ";
    const { port } = new URL(cluster.config.getCurrentCluster()?.server ?? "");
    await createScriptPod(
      cluster,
      namespace,
      "environment",
      script,
      {
        envFrom: [{ configMapRef: { name: "settings" } }, { prefix: "OF_", secretRef: { name: "credentials" } }],
        env: [
          { name: "PLAIN", value: "plain" },
          { name: "LEVEL", value: "low" },
          { name: "COMBINED", value: "$(PLAIN) $(OF_user) $$(PLAIN) $(UNKNOWN)" },
          { name: "SECRET", valueFrom: { secretKeyRef: { name: "credentials", key: "token" } } },
          { name: "MAYBE", valueFrom: { configMapKeyRef: { name: "settings", key: "none", optional: true } } },
          { name: "NODE", valueFrom: { fieldRef: { fieldPath: "spec.nodeName" } } },
          { name: "LABEL", valueFrom: { fieldRef: { fieldPath: "metadata.labels['none']" } } },
          { name: "MEMORY", valueFrom: { resourceFieldRef: { resource: "limits.memory", divisor: "1Mi" } } },
          { name: "URL", value: "https://dev.azure.com/organization" },
          { name: "OTHER_URL", value: "https://dev.azure.com.example.com/" },
          { name: "FOLDER", value: "/app/tools" },
        ],
        resources: { limits: { memory: "1Gi" } },
      },
      { enableServiceLinks: false },
    );
    await untilPhase(cluster, namespace, "environment", "Succeeded");
    const lines = (await logOf(cluster, namespace, "environment")).trim().split("\n");
    const variables: Record<string, string> = Object.fromEntries(
      lines.map((line) => [line.replace(/=.*/, ""), line.replace(/^[^=]*=/, "")]),
    );
    const { PATH = "", HOME = "", NODE, FOLDER, ...others } = variables;
    const root = HOME.replace(/\/root$/, "");
    assert.match(root, /\/aks-[0-9a-f]{8}-[0-9a-f]{4}\/[0-9a-f]{8}$/);
    assert.ok(PATH.endsWith(":/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"));
    assert.match(NODE ?? "", /^aks-system-/);
    assert.equal(FOLDER, `${root}/app/tools`);
    assert.deepEqual(others, {
      HOSTNAME: "environment",
      KUBERNETES_SERVICE_HOST: "127.0.0.1",
      KUBERNETES_SERVICE_PORT: port,
      KUBERNETES_SERVICE_PORT_HTTPS: port,
      KUBERNETES_PORT: `tcp://127.0.0.1:${port}`,
      [`KUBERNETES_PORT_${port}_TCP`]: `tcp://127.0.0.1:${port}`,
      [`KUBERNETES_PORT_${port}_TCP_PROTO`]: "tcp",
      [`KUBERNETES_PORT_${port}_TCP_PORT`]: port,
      [`KUBERNETES_PORT_${port}_TCP_ADDR`]: "127.0.0.1",
      LEVEL: "low",
      "file.txt": "content",
      OF_token: "s3cr3t-value",
      OF_user: "robot",
      PLAIN: "plain",
      COMBINED: "plain robot $(PLAIN) $(UNKNOWN)",
      SECRET: "s3cr3t-value",
      LABEL: "",
      MEMORY: "1024",
      URL: "http://127.0.0.1:4711/organization",
      OTHER_URL: "https://dev.azure.com.example.com/",
    });
  });

  it("wait, and say why, when a key of their environment is missing", async () => {
    const env = [{ name: "A", valueFrom: { secretKeyRef: { name: "credentials", key: "later" } } }];
    await createScriptPod(cluster, namespace, "waits", "echo $A", { env });
    const { state } = await untilContainer(cluster, namespace, "waits", "waits", (status) =>
      status.state?.waiting?.message?.includes("later"),
    );
    assert.equal(state?.waiting?.reason, "CreateContainerConfigError");
    assert.equal(state.waiting.message, "couldn't find key later in Secret processes/credentials");
    const stringData = { token: "s3cr3t-value", user: "robot", later: "here" };
    await cluster.core.replaceNamespacedSecret({
      ...{ namespace, name: "credentials" },
      body: { metadata: { name: "credentials" }, stringData },
    });
    await untilPhase(cluster, namespace, "waits", "Succeeded");
  });

  it("see the files of Secrets, ConfigMaps and the downward API", async () => {
    await createScriptPod(
      cluster,
      namespace,
      "mounts",
      'cd "$(dirname "$0")/.."; cat etc/secret/token etc/settings/renamed etc/labels; ls etc/secret',
      {
        volumeMounts: [
          { name: "secret", mountPath: "/etc/secret", readOnly: true },
          { name: "settings", mountPath: "/etc/settings" },
          { name: "facts", mountPath: "/etc/labels", subPath: "name" },
        ],
      },
      {
        volumes: [
          { name: "secret", secret: { secretName: "credentials", items: [{ key: "token", path: "token" }] } },
          { name: "settings", configMap: { name: "settings", items: [{ key: "file.txt", path: "renamed" }] } },
          {
            name: "facts",
            downwardAPI: { items: [{ path: "name", fieldRef: { fieldPath: "metadata.name" } }] },
          },
        ],
      },
    );
    await untilPhase(cluster, namespace, "mounts", "Succeeded");
    assert.equal(await logOf(cluster, namespace, "mounts"), "s3cr3t-valuecontentmountstoken\n");
  });

  it("tell which key a volume misses", async () => {
    const volumes = [
      { name: "secret", secret: { secretName: "credentials", items: [{ key: "never", path: "token" }] } },
    ];
    await createScriptPod(cluster, namespace, "keyless", "exit 0", {}, { volumes });
    assert.equal(
      await untilEvent(cluster, namespace, "keyless", "FailedMount"),
      'MountVolume.SetUp failed for volume "secret" : references non-existent secret key: never',
    );
  });

  it("have a projected token that the API server has signed for the audience and the pod", async () => {
    const audience = "api://AzureADTokenExchange";
    const sources = [{ serviceAccountToken: { audience, expirationSeconds: 3600, path: "token" } }];
    await createScriptPod(
      cluster,
      namespace,
      "identity",
      'cat "$TOKEN_FILE"',
      {
        env: [{ name: "TOKEN_FILE", value: "/var/run/secrets/azure/tokens/token" }],
        volumeMounts: [{ name: "identity", mountPath: "/var/run/secrets/azure/tokens" }],
      },
      { volumes: [{ name: "identity", projected: { sources } }] },
    );
    await untilPhase(cluster, namespace, "identity", "Succeeded");
    const token = await logOf(cluster, namespace, "identity");
    const keys = JSON.parse(await cluster.runtime.serviceAccountKeys(cluster.id)) as JSONWebKeySet;
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      audience,
      issuer: clusterSpec("shared").oidcIssuerUrl,
      subject: "system:serviceaccount:processes:default",
    });
    assert.deepEqual((payload["kubernetes.io"] as { pod?: { name?: string } }).pod?.name, "identity");
    assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 3600);
  });

  it("have the token of their service account, with the API server's certificate", async () => {
    const script = 'cd "$(dirname "$0")/../var/run/secrets/kubernetes.io/serviceaccount"; ls; cat namespace';
    await createScriptPod(cluster, namespace, "account", script);
    await untilPhase(cluster, namespace, "account", "Succeeded");
    assert.equal(await logOf(cluster, namespace, "account"), "ca.crt\nnamespace\ntoken\nprocesses");
  });

  it("start again in a fresh folder, while an emptyDir keeps what was in it", async () => {
    const script =
      'cd "$(dirname "$0")/.."; echo x >> own; echo x >> scratch/kept; wc -l < own; wc -l < scratch/kept; exit 1';
    await createScriptPod(
      cluster,
      namespace,
      "fresh",
      script,
      { volumeMounts: [{ name: "scratch", mountPath: "/scratch" }] },
      { restartPolicy: "OnFailure", volumes: [{ name: "scratch", emptyDir: {} }] },
    );
    const log = await untilPrinted(cluster, namespace, "fresh", "\n3\n");
    assert.deepEqual(log.split(/\s+/).filter(Boolean), ["1", "3"]);
    await untilEvent(cluster, namespace, "fresh", "BackOff");
  });

  it("never show a secret in a command line", async () => {
    const env = [{ name: "SECRET", valueFrom: { secretKeyRef: { name: "credentials", key: "token" } } }];
    await createScriptPod(cluster, namespace, "discreet", "echo up; exec sleep 600", { env });
    await untilPrinted(cluster, namespace, "discreet", "up");
    assert.ok(!execFileSync("ps", ["-eo", "args"], { encoding: "utf8" }).includes("s3cr3t-value"));
    await cluster.core.deleteNamespacedPod({ namespace, name: "discreet", gracePeriodSeconds: 0 });
  });
});
