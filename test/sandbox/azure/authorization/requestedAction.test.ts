import assert from "node:assert/strict";
import { requestedAction } from "../../../../sandbox/azure/authorization/requestedAction";
import { parseArmPath } from "../../../../sandbox/azure/armPath";
import { group, subscription } from "../armFixture";

const registry = `${group}/providers/Microsoft.ContainerRegistry/registries/agents`;
const acr = "Microsoft.ContainerRegistry";
const resources = "Microsoft.Resources/subscriptions";

/** Method, path, action and scope by the lists of Azure's operations (azure-docs role-based-access-control/permissions). */
const requests: readonly (readonly [string, string, string, string])[] = [
  ["GET", registry, `${acr}/registries/read`, registry],
  ["HEAD", registry, `${acr}/registries/read`, registry],
  ["PUT", registry, `${acr}/registries/write`, registry],
  ["PATCH", registry, `${acr}/registries/write`, registry],
  ["DELETE", registry, `${acr}/registries/delete`, registry],
  ["POST", `${registry}/scheduleRun`, `${acr}/registries/scheduleRun/action`, registry],
  ["POST", `${registry}/listBuildSourceUploadUrl`, `${acr}/registries/listBuildSourceUploadUrl/action`, registry],
  ["GET", `${registry}/runs/ca1`, `${acr}/registries/runs/read`, `${registry}/runs/ca1`],
  ["GET", `${registry}/runs`, `${acr}/registries/runs/read`, registry],
  ["POST", `${registry}/runs/ca1/listLogSasUrl`, `${acr}/registries/runs/listLogSasUrl/action`, `${registry}/runs/ca1`],
  ["POST", `${registry}/runs/ca1/cancel`, `${acr}/registries/runs/cancel/action`, `${registry}/runs/ca1`],
  ["GET", `${group}/providers/${acr}/registries`, `${acr}/registries/read`, group],
  ["GET", `${subscription}/providers/${acr}/registries`, `${acr}/registries/read`, subscription],
  ["POST", `${subscription}/providers/${acr}/checkNameAvailability`, `${acr}/checkNameAvailability/read`, subscription],
  ["GET", group, `${resources}/resourceGroups/read`, group],
  ["PUT", group, `${resources}/resourceGroups/write`, group],
  ["GET", `${subscription}/resourcegroups`, `${resources}/resourceGroups/read`, subscription],
  ["GET", `${subscription}/resources`, `${resources}/resources/read`, subscription],
  ["GET", `${group}/resources`, `${resources}/resourceGroups/resources/read`, group],
  ["GET", subscription, `${resources}/read`, subscription],
  ["PUT", subscription, `${resources}/resourceGroups/write`, subscription],
  ["GET", `${subscription}/locations`, `${resources}/locations/read`, subscription],
  ["GET", `${subscription}/providers/${acr}`, `${resources}/providers/read`, subscription],
  ["POST", `${subscription}/providers/${acr}/register`, `${acr}/register/action`, subscription],
  [
    "PUT",
    `${registry}/providers/Microsoft.Authorization/roleAssignments/one`,
    "Microsoft.Authorization/roleAssignments/write",
    `${registry}/providers/Microsoft.Authorization/roleAssignments/one`,
  ],
];

describe("What a request wants to do", () => {
  for (const [method, path, action, scope] of requests) {
    it(`${method} ${path.replace(subscription, "…")} is ${action}`, () => {
      const requested = requestedAction(method, parseArmPath(path));
      assert.deepEqual([requested?.action, requested?.scope], [action, scope]);
    });
  }

  for (const path of ["/subscriptions", "/tenants"]) {
    it(`GET ${path} is everybody's`, () => {
      assert.equal(requestedAction("GET", parseArmPath(path)), undefined);
    });
  }
});
