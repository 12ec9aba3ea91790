import { type NameProblem, registryNameProblem } from "./containerRegistry/registryName";
import { textAt } from "./json";
import type { ArmRequest, ArmResponse } from "./resourceType";
import type { Services } from "./services";
import { accountNameProblem } from "./storage/accountName";

type CollectionAction = (request: ArmRequest, services: Services) => ArmResponse;

/** POSTs that concern no resource in particular, by namespace and action in lower case. */
export const collectionActions: ReadonlyMap<string, CollectionAction> = new Map<string, CollectionAction>([
  ["microsoft.containerregistry/checknameavailability", availability(registryNameProblem)],
  [
    "microsoft.storage/checknameavailability",
    availability((name, services) => {
      const problem = accountNameProblem(name, services);
      return problem?.reason === "Invalid" ? { ...problem, reason: "AccountNameInvalid" } : problem;
    }),
  ],
]);

function availability(
  problemOf: (
    name: string,
    services: Services,
  ) => (Omit<NameProblem, "reason"> & { readonly reason: string }) | undefined,
): CollectionAction {
  return (request, services) => {
    const problem = problemOf(textAt(request.body, "name") ?? "", services);
    return { status: 200, body: { nameAvailable: problem === undefined, ...problem } };
  };
}
