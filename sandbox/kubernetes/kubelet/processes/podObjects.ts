import { ApiException, type V1Service } from "@kubernetes/client-node";
import type { ApiClient } from "../../apiClient";

/** What a container cannot start without is missing: a key of a Secret or ConfigMap, or the object itself. */
export class MissingReferenceError extends Error {}

/** Contents of a Secret or ConfigMap by key. */
export type ObjectContents = ReadonlyMap<string, Buffer>;

export interface ObjectSource {
  readonly name?: string;
  readonly optional?: boolean;
}

/** Reads the objects of one namespace that its pods refer to. */
export class PodObjects {
  constructor(
    private readonly client: ApiClient,
    readonly namespace: string,
  ) {}

  /** Empty when an optional Secret does not exist. @throws MissingReferenceError */
  async secret({ name = "", optional }: ObjectSource): Promise<ObjectContents> {
    const read = () => this.client.core.readNamespacedSecret({ name, namespace: this.namespace });
    const found = await this.orMissing(read, `secret "${name}" not found`, optional);
    return new Map(Object.entries(found?.data ?? {}).map(([key, value]) => [key, Buffer.from(value, "base64")]));
  }

  /** Empty when an optional ConfigMap does not exist. @throws MissingReferenceError */
  async configMap({ name = "", optional }: ObjectSource): Promise<ObjectContents> {
    const read = () => this.client.core.readNamespacedConfigMap({ name, namespace: this.namespace });
    const found = await this.orMissing(read, `configmap "${name}" not found`, optional);
    return new Map([
      ...Object.entries(found?.data ?? {}).map(([key, value]): [string, Buffer] => [key, Buffer.from(value)]),
      ...Object.entries(found?.binaryData ?? {}).map(([key, value]): [string, Buffer] => [
        key,
        Buffer.from(value, "base64"),
      ]),
    ]);
  }

  async services(): Promise<V1Service[]> {
    const { items } = await this.client.core.listNamespacedService({ namespace: this.namespace });
    return items;
  }

  /** A token of the service account that ends with the pod. */
  async serviceAccountToken(request: TokenRequest): Promise<string> {
    const { status } = await this.client.core.createNamespacedServiceAccountToken({
      namespace: this.namespace,
      name: request.serviceAccountName,
      body: {
        spec: {
          audiences: request.audience === undefined ? [] : [request.audience],
          expirationSeconds: request.expirationSeconds,
          boundObjectRef: { apiVersion: "v1", kind: "Pod", name: request.podName, uid: request.podUid },
        },
      },
    });
    return status?.token ?? "";
  }

  private async orMissing<T>(read: () => Promise<T>, message: string, optional = false): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ApiException && error.code === 404)) {
        throw error;
      }
      if (optional) {
        return undefined;
      }
      throw new MissingReferenceError(message);
    }
  }
}

export interface TokenRequest {
  readonly serviceAccountName: string;
  readonly podName: string;
  readonly podUid: string;
  /** Absent: the API server's own audience. */
  readonly audience: string | undefined;
  readonly expirationSeconds: number;
}
