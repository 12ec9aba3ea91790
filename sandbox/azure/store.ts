import { StateFile } from "../stateFile";
import { type JsonObject, textAt } from "./json";

/** A resource as the emulator keeps it. */
export interface StoredResource {
  /** In the case of the request that created it. */
  readonly id: string;
  readonly name: string;
  /** Such as "Microsoft.ContainerRegistry/registries". */
  readonly type: string;
  /** What GET shows besides id, name and type. */
  readonly body: JsonObject;
  /** What the service keeps to itself. */
  readonly internal: JsonObject;
}

const key = (id: string) => id.toLowerCase();

/** All resources of the emulated cloud, written to disk after each change. */
export class ResourceStore {
  private readonly file: StateFile<StoredResource[]>;
  private readonly resources: Map<string, StoredResource>;

  constructor(path: string) {
    this.file = new StateFile(path);
    this.resources = new Map((this.file.load() ?? []).map((resource) => [key(resource.id), resource]));
  }

  get(id: string): StoredResource | undefined {
    return this.resources.get(key(id));
  }

  has(id: string): boolean {
    return this.resources.has(key(id));
  }

  put(resource: StoredResource): StoredResource {
    this.resources.set(key(resource.id), resource);
    this.save();
    return resource;
  }

  delete(id: string): void {
    if (this.resources.delete(key(id))) {
      this.save();
    }
  }

  all(): StoredResource[] {
    return [...this.resources.values()];
  }

  ofType(type: string): StoredResource[] {
    return this.all().filter((resource) => resource.type.toLowerCase() === type.toLowerCase());
  }

  /** Every resource whose id continues the given one, at any depth. */
  below(id: string): StoredResource[] {
    const prefix = `${key(id)}/`;
    return this.all().filter((resource) => key(resource.id).startsWith(prefix));
  }

  /** Resources of one type directly below an id. */
  children(id: string, type: string): StoredResource[] {
    return this.below(id).filter((resource) => resource.type.toLowerCase() === type.toLowerCase());
  }

  /** Replaces a resource's provisioning state, if the resource still exists. */
  setProvisioningState(id: string, provisioningState: string): void {
    const resource = this.get(id);
    if (resource !== undefined) {
      this.put(withProperties(resource, { provisioningState }));
    }
  }

  private save(): void {
    this.file.save(this.all());
  }
}

export function withProperties(resource: StoredResource, properties: JsonObject): StoredResource {
  const existing = resource.body["properties"];
  const base = typeof existing === "object" && existing !== null ? existing : {};
  return { ...resource, body: { ...resource.body, properties: { ...base, ...properties } } };
}

export function provisioningState(resource: StoredResource): string | undefined {
  return textAt(resource.body, "properties.provisioningState");
}
