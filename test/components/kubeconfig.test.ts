import assert from "node:assert/strict";
import { parse } from "yaml";
import { at } from "../support/propertyValues";
import { kubeconfigText, withCliSignIn } from "../../components/kubeconfig";

const execKubeconfig = `
users:
- name: clusterUser
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1beta1
      args:
      - get-token
      - --environment
      - AzurePublicCloud
      - --server-id
      - 6dae42f8-4368-4678-94ff-3960e28e3630
      - --login
      - devicecode
      command: kubelogin
`;

describe("kubeconfig", () => {
  it("decodes the first kubeconfig of the answer", () => {
    const value = Buffer.from("kind: Config, name: Größe").toString("base64");
    assert.equal(kubeconfigText([{ name: "clusterAdmin", value }]), "kind: Config, name: Größe");
  });

  it("tells when the answer holds none", () => {
    assert.throws(() => kubeconfigText([]), /without a kubeconfig/);
  });

  it("signs in by the az CLI instead of by a code in a browser", () => {
    const parsed: unknown = parse(withCliSignIn(execKubeconfig));
    const args = at(parsed, "users.0.user.exec.args");
    assert.ok(Array.isArray(args));
    assert.deepEqual(args.slice(-2), ["--login", "azurecli"]);
    assert.equal(args.length, 7);
  });

  it("does the same in a kubeconfig that is JSON", () => {
    const json = JSON.stringify({ args: ["get-token", "--login", "devicecode"] });
    assert.deepEqual(JSON.parse(withCliSignIn(json)), { args: ["get-token", "--login", "azurecli"] });
  });

  it("leaves another sign-in, and the same word elsewhere, alone", () => {
    for (const text of ["- --login\n- workloadidentity", "name: devicecode"]) {
      assert.equal(withCliSignIn(text), text);
    }
  });
});
