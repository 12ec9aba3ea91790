import { z } from "zod";
import { ProviderError, type Properties } from "../../engine/provider/resourceProvider";
import { required } from "./pool";
import type { ResourceDefinition } from "./resourceDefinition";
import type { RestClient } from "./restClient";
import { notBlank, oneOf, sameText } from "./validation";

const apiVersion = "7.1-preview.1";
const path = "_apis/serviceprincipalentitlements";

const entitlement = z.object({
  id: z.string(),
  accessLevel: z.object({ accountLicenseType: z.string(), licensingSource: z.string() }),
  servicePrincipal: z.object({
    origin: z.string(),
    originId: z.string(),
    displayName: z.string(),
    descriptor: z.string(),
    isDeletedInOrigin: z.boolean().optional(),
  }),
});

const operation = z.object({
  isSuccess: z.boolean(),
  errors: z.array(z.object({ key: z.union([z.string(), z.number()]), value: z.string() })).nullish(),
});

const posted = z.object({
  isSuccess: z.boolean(),
  servicePrincipalEntitlement: entitlement.optional(),
  operationResult: operation.optional(),
});

const patched = z.object({ isSuccess: z.boolean(), operationResults: z.array(operation).optional() });

/** Licences that cost the same and are taken for one another. */
const basicLicences = ["earlyadopter", "express", "basic"];

/**
 * `azuredevops:index/servicePrincipalEntitlement:ServicePrincipalEntitlement`
 * (terraform-provider-azuredevops v1.15.1 resource_service_principal_entitlement.go).
 * A refusal is not retried, not even that of an identity that Azure DevOps does not know yet (#1603).
 */
export const servicePrincipalEntitlement: ResourceDefinition = {
  inputs: {
    originId: { type: "string", required: true, replaces: true, problem: notBlank("originId") },
    origin: { type: "string", replaces: true, computed: true, problem: notBlank("origin"), same: sameText },
    accountLicenseType: {
      type: "string",
      default: "express",
      problem: oneOf(
        "accountLicenseType",
        ["advanced", "earlyAdopter", "express", "basic", "none", "professional", "stakeholder"],
        false,
      ),
      same: (before, after) => sameText(before, after) || [before, after].every(isBasic),
    },
    licensingSource: {
      type: "string",
      default: "account",
      problem: oneOf("licensingSource", ["none", "account", "msdn", "profile", "auto", "trial"], false),
      same: sameText,
    },
  },
  outputs: ["descriptor", "displayName"],

  create: async ({ client }, inputs) => {
    const body = {
      accessLevel: accessLevel(inputs),
      servicePrincipal: {
        origin: inputs["origin"] ?? "",
        originId: inputs["originId"],
        displayName: "",
        descriptor: "",
        subjectKind: "servicePrincipal",
      },
    };
    const answer = posted.parse(await client.request("POST", path, { apiVersion, body }));
    if (!answer.isSuccess) {
      const problem = problems([answer.operationResult].filter((result) => result !== undefined));
      throw new ProviderError(
        `Creating service principal entitlement: Adding service principal entitlement: ${problem}`,
      );
    }
    const { id } = required(answer.servicePrincipalEntitlement);
    return { id, state: required(await readEntitlement(client, id)) };
  },

  read: ({ client }, id) => readEntitlement(client, id),

  update: async ({ client }, id, inputs) => {
    const body = [{ op: "replace", path: "/accessLevel", value: accessLevel(inputs) }];
    const answer = patched.parse(
      await client.request("PATCH", `${path}/${id}`, {
        apiVersion,
        body,
        mediaType: "application/json-patch+json",
      }),
    );
    if (!answer.isSuccess) {
      throw new ProviderError(`Updating service principal entitlement: ${problems(answer.operationResults ?? [])}`);
    }
    return required(await readEntitlement(client, id));
  },

  delete: async ({ client }, id) => {
    await client.request("DELETE", `${path}/${id}`, { apiVersion });
  },

  importState: async (_context, id) => ({ id, state: {} }),
};

/** Undefined also when the identity was deleted in Entra. */
async function readEntitlement(client: RestClient, id: string): Promise<Properties | undefined> {
  const answer = await client.request("GET", `${path}/${id}`, { apiVersion });
  const live = answer === undefined ? undefined : entitlement.parse(answer);
  return live === undefined || live.servicePrincipal.isDeletedInOrigin === true ? undefined : entitlementState(live);
}

function entitlementState({ servicePrincipal, accessLevel: access }: z.infer<typeof entitlement>): Properties {
  const { origin, originId, displayName, descriptor } = servicePrincipal;
  return { origin, originId, displayName, descriptor, ...access };
}

function accessLevel(inputs: Properties) {
  return { accountLicenseType: inputs["accountLicenseType"], licensingSource: inputs["licensingSource"] };
}

function isBasic(licence: unknown): boolean {
  return basicLicences.includes(String(licence).toLowerCase());
}

function problems(results: readonly z.infer<typeof operation>[]): string {
  const failed = results.filter(({ isSuccess }) => !isSuccess);
  return failed.length === 0
    ? "Unknown API error"
    : failed
        .flatMap(({ errors }) => errors ?? [{ key: "0000", value: "Unknown API error" }])
        .map(({ key, value }) => `(${key}) ${value}`)
        .join("\n");
}
