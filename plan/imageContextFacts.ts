/** What was found of a folder that an agent class names as its `imageContext`. */
export type ImageContextFacts =
  | { readonly kind: "outside" | "missing" | "noDockerfile" }
  | {
      readonly kind: "dockerfile";
      /** Whether the Dockerfile declares `ARG BASE` before its first stage. */
      readonly declaresBase: boolean;
      /** Whether a stage is `FROM ${BASE}`. */
      readonly startsFromBase: boolean;
    };
