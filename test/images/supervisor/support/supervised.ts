import { Fixture } from "../../../sandbox/azuredevops/fixture";
import { SupervisedContainer } from "./supervisedContainer";

/** An agent's pod: its container, and the Azure DevOps that it belongs to. */
export interface SupervisedPod {
  readonly service: Fixture;
  readonly container: SupervisedContainer;
}

/**
 * Gives each test of a `describe` a pod of its own. An `afterEach` that stands before the call finds it still open, one behind
 * the call finds it closed.
 * @param options what its Azure DevOps does otherwise than usual
 */
export function supervised(options: Parameters<typeof Fixture.open>[0] = {}): SupervisedPod {
  let service: Fixture;
  let container: SupervisedContainer;
  beforeEach(async () => {
    service = await Fixture.open({ messagePollSeconds: 1, ...options });
    container = await SupervisedContainer.open(service);
  });
  afterEach(async () => {
    container.close();
    await service.close();
  });
  return {
    get service() {
      return service;
    },
    get container() {
      return container;
    },
  };
}
