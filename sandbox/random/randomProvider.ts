import { ProviderError, type ResourceProvider, type ResourceType } from "../engine/provider/resourceProvider";
import { randomPassword } from "./randomPassword";

const types: ReadonlyMap<string, ResourceType> = new Map([
  ["random:index/randomPassword:RandomPassword", randomPassword],
]);

/** The random provider of the sandbox, as far as the program uses it. Version 4.21.2, which the SDK in use belongs to. */
export function randomProvider(): ResourceProvider {
  return {
    name: "random",
    version: "4.21.2",
    configure() {
      // The provider has no configuration.
    },
    resourceType: (token) => types.get(token),
    async invoke(token) {
      throw new ProviderError(`The sandbox's random provider has no function ${token}.`);
    },
  };
}
