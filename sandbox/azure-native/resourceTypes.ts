import { authorization } from "./types/authorization";
import { containerService } from "./types/containerService";
import { identity } from "./types/identity";
import { network } from "./types/network";
import { registry } from "./types/registry";
import { resources } from "./types/resources";
import type { ResourceTypeSpec } from "./types/resourceTypeSpec";
import { storage } from "./types/storage";

const specs = [...resources, ...containerService, ...registry, ...storage, ...identity, ...authorization, ...network];

/** Every resource type that the sandbox's azure-native provider has, by token. */
export const resourceTypes: ReadonlyMap<string, ResourceTypeSpec> = new Map(specs.map((spec) => [spec.token, spec]));
