/** What `kubectl logs` asks for (k8s.io/api core/v1 PodLogOptions). */
export interface LogOptions {
  readonly follow: boolean;
  /** The instance of the container before the current one. */
  readonly previous: boolean;
  readonly timestamps: boolean;
  /** Lines from the end. Absent: all. */
  readonly tailLines: number | undefined;
  /** Only lines from this moment on, in milliseconds since the epoch. */
  readonly sinceMilliseconds: number | undefined;
  /** The answer ends after so many bytes. */
  readonly limitBytes: number | undefined;
}

/** Reads the query of a kubelet's /containerLogs. */
export function logOptions(query: Readonly<Record<string, string | undefined>>, now: number): LogOptions {
  const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  const sinceSeconds = number(query["sinceSeconds"]);
  const sinceTime = query["sinceTime"];
  const since = sinceSeconds === undefined ? undefined : now - sinceSeconds * 1000;
  return {
    follow: query["follow"] === "true",
    previous: query["previous"] === "true",
    timestamps: query["timestamps"] === "true",
    tailLines: number(query["tailLines"]),
    sinceMilliseconds: sinceTime === undefined ? since : Date.parse(sinceTime),
    limitBytes: number(query["limitBytes"]),
  };
}
