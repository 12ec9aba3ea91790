import assert from "node:assert/strict";
import * as path from "node:path";
import * as azuredevops from "@pulumi/azuredevops";
import * as packageFile from "@pulumi/azuredevops/package.json";
import * as pulumi from "@pulumi/pulumi";
import { isRecord, reveal, SecretValue } from "../support/propertyValues";
import { runResources } from "../support/runProgram";
import { projectRoot } from "../support/stackConfig";
import { declaredProperties } from "./declarations";
import { inputType, outputType, schema, type Properties } from "./schema";

const folder = path.join(projectRoot, "sdks/azuredevops");
const exported: Readonly<Record<string, unknown>> = { ...azuredevops };

/** `azuredevops:index/pool:Pool` is class Pool in pool.d.ts. */
function parts(token: string): { file: string; name: string } {
  const [, module = "", name = ""] = token.split(":");
  return { file: path.join(folder, `${module.slice(module.indexOf("/") + 1)}.d.ts`), name };
}

function sample(properties: Properties): Record<string, unknown> {
  const values: Record<string, unknown> = { string: "text", integer: 7, boolean: true, array: ["text"], object: {} };
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type, $ref }]) => [
      name,
      $ref !== undefined || type === undefined ? { serviceprincipalid: "id" } : values[type],
    ]),
  );
}

type ResourceClass = new (name: string, args?: object, opts?: pulumi.CustomResourceOptions) => pulumi.Resource;

function isResourceClass(value: unknown): value is ResourceClass {
  return typeof value === "function" && value.prototype instanceof pulumi.Resource;
}

function classOf(name: string): ResourceClass {
  const found = exported[name];
  assert.ok(isResourceClass(found), `the package exports no class ${name}`);
  return found;
}

describe("local package azuredevops", () => {
  it("has the resources of the schema and no others", () => {
    const classes = Object.keys(exported).filter((name) => isResourceClass(exported[name]));
    const expected = [...Object.keys(schema.resources).map((token) => parts(token).name), "Provider"];
    assert.deepEqual(classes.sort(), expected.sort());
  });

  it("tells the CLI which plugin to acquire", () => {
    assert.deepEqual(packageFile.pulumi, { resource: true, name: "azuredevops", version: packageFile.version });
  });

  for (const [token, resource] of Object.entries(schema.resources)) {
    const { file, name } = parts(token);

    describe(token, () => {
      it("declares the arguments of the schema", () => {
        const expected = Object.entries(resource.inputProperties).map(([property, type]) => {
          const required = resource.requiredInputs.includes(property);
          return [property, { type: inputType(type, required), optional: !required }];
        });
        assert.deepEqual(declaredProperties(file, `${name}Args`), Object.fromEntries(expected));
      });

      it("declares the outputs of the schema", () => {
        const expected = Object.entries(resource.properties).map(([property, type]) => {
          const value = outputType(type);
          const known = resource.required.includes(property);
          return [property, { type: known ? `Output<${value}>` : `Output<${value}|undefined>`, optional: false }];
        });
        assert.deepEqual(declaredProperties(file, name), Object.fromEntries(expected));
      });

      it("registers with the token, the plugin's version and every argument", async () => {
        const args = sample(resource.inputProperties);
        const run = await runResources({ stack: "sdk" }, () => {
          new (classOf(name))("resource", args);
          return {};
        });
        const registered = run.registrations.find(({ custom }) => custom);
        assert.equal(run.error, undefined);
        assert.equal(registered?.type, token);
        assert.equal(registered.version, "3.15.0");
        assert.deepEqual(reveal(registered.inputs), args);
      });

      for (const missing of resource.requiredInputs) {
        it(`refuses a resource without ${missing}`, () => {
          const { [missing]: _left, ...args } = sample(resource.inputProperties);
          assert.throws(
            () => new (classOf(name))("resource", args),
            new RegExp(`Missing required property '${missing}'`),
          );
        });
      }
    });
  }

  it("keeps a service principal's key secret", async () => {
    const run = await runResources({ stack: "sdk" }, () => {
      new azuredevops.ServiceEndpointAzureRM("endpoint", {
        projectId: "project",
        serviceEndpointName: "azure",
        credentials: { serviceprincipalid: "id", serviceprincipalkey: "key" },
      });
      return {};
    });
    const endpoint = run.registrations.find(({ name }) => name === "endpoint");
    assert.ok(endpoint?.inputs["credentials"] instanceof SecretValue);
  });
});

describe("local package azuredevops, provider", () => {
  const properties = schema.provider.inputProperties;

  it("declares the arguments of the schema", () => {
    const expected = Object.entries(properties).map(([property, type]) => [
      property,
      { type: inputType(type, false), optional: true },
    ]);
    assert.deepEqual(
      declaredProperties(path.join(folder, "provider.d.ts"), "ProviderArgs"),
      Object.fromEntries(expected),
    );
  });

  it("sends what the schema calls secret as a secret, and what is no text as JSON", async () => {
    const run = await runResources({ stack: "sdk" }, () => {
      new azuredevops.Provider("provider", sample(properties));
      return {};
    });
    const inputs = run.registrations.find(({ name }) => name === "provider")?.inputs ?? {};
    const json: Record<string, string> = { boolean: "true", array: '["text"]' };
    for (const [property, { secret, type = "" }] of Object.entries(properties)) {
      assert.equal(inputs[property] instanceof SecretValue, secret ?? false, property);
      assert.equal(reveal(inputs[property]), json[type] ?? "text", property);
    }
  });

  it("takes the organisation from the environment when it is not given", async () => {
    process.env["AZDO_ORG_SERVICE_URL"] = "https://dev.azure.com/contoso";
    try {
      const run = await runResources({ stack: "sdk" }, () => {
        new azuredevops.Provider("provider");
        return {};
      });
      const provider = run.registrations.find(({ name }) => name === "provider");
      assert.equal(provider?.inputs["orgServiceUrl"], "https://dev.azure.com/contoso");
    } finally {
      delete process.env["AZDO_ORG_SERVICE_URL"];
    }
  });
});

describe("local package azuredevops, functions", () => {
  for (const [token, { inputs, outputs }] of Object.entries(schema.functions)) {
    const { file, name } = parts(token);
    const prefix = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

    it(`${name} declares the arguments and the result of the schema`, () => {
      const args = Object.entries(inputs.properties).map(([property, type]) => {
        const required = inputs.required.includes(property);
        return [property, { type: outputType(type), optional: !required }];
      });
      assert.deepEqual(declaredProperties(file, `${prefix}Args`), Object.fromEntries(args));

      const results = Object.entries(outputs.properties).map(([property, type]) => [
        property,
        { type: outputType(type), optional: !outputs.required.includes(property) },
      ]);
      const { description: _required, ...declared } = declaredProperties(file, `${prefix}Result`);
      assert.deepEqual(declared, Object.fromEntries(results));
    });
  }

  it("call the tokens of the schema, in both forms", async () => {
    const run = await runResources({ stack: "sdk" }, () => ({
      outputs: [
        azuredevops.getProjectOutput({ name: "project" }),
        azuredevops.getPoolOutput({ name: "pool" }),
        azuredevops.getAgentQueueOutput({ name: "queue", projectId: "project" }),
        azuredevops.getProject({ name: "project" }),
        azuredevops.getPool({ name: "pool" }),
        azuredevops.getAgentQueue({ name: "queue", projectId: "project" }),
      ],
    }));
    assert.equal(run.error, undefined);
    const tokens = Object.keys(schema.functions);
    assert.deepEqual(run.invocations.map(({ token }) => token).sort(), [...tokens, ...tokens].sort());
    assert.ok(isRecord(run.outputs));
  });
});
