import assert from "node:assert/strict";
import {
  AuthorizationV1Api,
  CustomObjectsApi,
  RbacAuthorizationV1Api,
  type V1SubjectAccessReview,
} from "@kubernetes/client-node";
import { gmsaCredentialSpec } from "../../../../components/gmsaCredentialSpec";
import { refusal } from "../support/refusal";
import { sharedCluster, type SharedCluster } from "../support/sharedCluster";
import { clusterSpec } from "../support/specs";
import { gmsaDomain } from "../../../support/gmsaDomain";

const plan = {
  credentialSpecName: "agents-win22",
  account: "agents",
  domain: { ...gmsaDomain, dnsTreeName: "contoso.example" },
  secretUri: "https://contoso.vault.azure.net/secrets/reader",
};
const kind = { group: "windows.k8s.io", version: "v1", plural: "gmsacredentialspecs" };

describe("group managed service accounts in a cluster", function () {
  this.timeout(180_000);
  let cluster: SharedCluster;
  let objects: CustomObjectsApi;

  before(async () => {
    cluster = await sharedCluster();
    objects = cluster.config.makeApiClient(CustomObjectsApi);
  });

  it("are unknown until they are turned on, and known at once afterwards, also a second time", async () => {
    const unknown = await refusal(objects.listClusterCustomObject(kind));
    assert.equal(unknown.code, 404);
    const before = cluster.runtime.processIds(cluster.id);
    for (let time = 0; time < 2; time++) {
      await cluster.runtime.startCluster(clusterSpec("shared", { gmsa: true }));
      const list: unknown = await objects.listClusterCustomObject(kind);
      assert.deepEqual(Reflect.get(Object(list), "items"), []);
    }
    assert.deepEqual(cluster.runtime.processIds(cluster.id), before, "the control plane goes on");
  });

  it("the API server takes the program's credential specification and prunes nothing of it", async () => {
    const body = {
      apiVersion: "windows.k8s.io/v1",
      kind: "GMSACredentialSpec",
      metadata: { name: plan.credentialSpecName },
      credspec: gmsaCredentialSpec(plan, "11111111-2222-3333-4444-555555555555"),
    };
    // Strict: a field that the schema does not have is refused and not dropped in silence.
    const made: unknown = await objects.createClusterCustomObject({ ...kind, body, fieldValidation: "Strict" });
    assert.deepEqual(Reflect.get(Object(made), "credspec"), body.credspec);
    const wrong = { ...body, metadata: { name: "wrong" }, credspec: { DomainJoin: {} } };
    const answer = await refusal(
      objects.createClusterCustomObject({ ...kind, body: wrong, fieldValidation: "Strict" }),
    );
    assert.equal(answer.code, 400);
  });

  it("a class's service account may use its own specification, and nobody else may, nor it another one", async () => {
    const name = `use-gmsa-${plan.credentialSpecName}`;
    await cluster.core.createNamespace({ body: { metadata: { name: "agents-win22" } } });
    const rbac = cluster.config.makeApiClient(RbacAuthorizationV1Api);
    await rbac.createClusterRole({
      body: {
        metadata: { name },
        rules: [
          {
            apiGroups: [kind.group],
            resources: [kind.plural],
            resourceNames: [plan.credentialSpecName],
            verbs: ["use"],
          },
        ],
      },
    });
    await rbac.createNamespacedRoleBinding({
      namespace: "agents-win22",
      body: {
        metadata: { name },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name },
        subjects: [{ kind: "ServiceAccount", name: "agent", namespace: "agents-win22" }],
      },
    });
    const own = await mayUse("agents-win22", "agent", plan.credentialSpecName);
    const others = [
      await mayUse("agents-win22", "agent", "agents-win25"),
      await mayUse("agents-win22", "default", plan.credentialSpecName),
      await mayUse("agents-linux", "agent", plan.credentialSpecName),
    ];
    assert.deepEqual([own, ...others], [true, false, false, false]);
  });

  /** What `kubectl auth can-i use gmsacredentialspecs/<name> --as <account>` asks, and AKS's webhook too. */
  async function mayUse(namespace: string, account: string, name: string): Promise<boolean | undefined> {
    const body: V1SubjectAccessReview = {
      spec: {
        user: `system:serviceaccount:${namespace}:${account}`,
        groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"],
        resourceAttributes: { namespace, group: kind.group, resource: kind.plural, name, verb: "use" },
      },
    };
    const { status } = await cluster.config.makeApiClient(AuthorizationV1Api).createSubjectAccessReview({ body });
    return status?.allowed;
  }
});
