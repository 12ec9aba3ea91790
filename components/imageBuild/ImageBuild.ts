import * as pulumi from "@pulumi/pulumi";
import type { ImageBuildInputs } from "./imageBuildInputs";

/** Type of the resource, as the engine knows it. */
export const imageBuildType = "pulumi-nodejs:dynamic/aks-agents:ImageBuild";

/**
 * What the provider's process makes its provider of (`@pulumi/pulumi` cmd/dynamic-provider, getProvider). It is kept in the state, so it
 * says only where the code is: the process runs in the program's folder (docs/decisions/0014-provider-code-stays-in-the-program.md).
 */
export const providerText = `exports.handler = () => {
  const load = require("node:module").createRequire(process.cwd() + "/package.json");
  load("tsx/cjs");
  return load("./components/imageBuild/imageBuildProvider.ts").imageBuildProvider;
};
`;

/** An image in a registry, built there by its task service when what it is made of has changed. Deleting it leaves the image. */
export class ImageBuild extends pulumi.CustomResource {
  declare readonly digest: pulumi.Output<string>;
  declare readonly runId: pulumi.Output<string>;

  constructor(
    name: string,
    inputs: { readonly [Name in keyof ImageBuildInputs]: pulumi.Input<ImageBuildInputs[Name]> },
    opts: pulumi.CustomResourceOptions,
  ) {
    super(imageBuildType, name, { ...inputs, __provider: providerText, digest: undefined, runId: undefined }, opts);
  }
}
