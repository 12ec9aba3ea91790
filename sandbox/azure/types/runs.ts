import { cancelRun, listLogSasUrl } from "../containerRegistry/tasks/runActions";
import { listRuns } from "../containerRegistry/tasks/listRuns";
import { runType } from "../containerRegistry/tasks/run";
import { resourceNotFound } from "../errors";
import type { ResourceType } from "../resourceType";
import { z } from "zod";
import { flag } from "../schema/fields";
import { parseBody } from "../schema/parseBody";
import { taskApiVersions } from "../schema/containerRegistry/runRequest";
import { withProperties } from "../store";

/** Source: azure-rest-api-specs containerregistry/…/RegistryTasks, RunUpdateParameters. */
const runUpdate = z.strictObject({ isArchiveEnabled: flag() });

/** What `scheduleRun` of a registry has made. */
export const runs: ResourceType = {
  type: runType,
  apiVersions: taskApiVersions,
  put: false,
  patch: true,

  write({ name, path, body, existing }, { now }) {
    if (existing === undefined) {
      throw resourceNotFound(runType, name, path.resourceGroup);
    }
    const update = parseBody(runUpdate, body);
    return withProperties(existing, { ...update, lastUpdatedTime: now().toISOString() });
  },

  list: listRuns,
  actions: { cancel: cancelRun, listlogsasurl: listLogSasUrl },
};
