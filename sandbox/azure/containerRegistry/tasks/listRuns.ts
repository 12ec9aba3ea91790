import { page } from "../../lists";
import type { ArmRequest, ArmResponse } from "../../resourceType";
import type { StoredResource } from "../../store";
import { runFilter } from "./runFilter";

/** GET of a registry's runs: the newest first. @throws ArmError for a filter that the service does not understand. */
export function listRuns(runs: readonly StoredResource[], request: ArmRequest): ArmResponse {
  const wanted = runFilter(request.query["$filter"]);
  const found = runs.filter(wanted).reverse();
  return {
    status: 200,
    body: page(
      found.map(({ id, name, type, body }) => ({ id, name, type, ...body })),
      request,
    ),
  };
}
