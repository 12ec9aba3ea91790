import { everyClass, type Complaint, type Rule, type RuleInput } from "./rule";

export const imageContextRules: readonly Rule[] = [
  {
    code: "image-and-context",
    severity: "refusal",
    check: (input) =>
      everyClass(input, ({ image, imageContext }, path) => {
        if (image === undefined || imageContext === undefined) return [];
        return [
          {
            path: `${path}.imageContext`,
            related: [`${path}.image`],
            message: "The class names an image and also says what its image is built from.",
            remedy: "Remove image, and the program builds the image; or remove imageContext.",
          },
        ];
      }),
  },
  {
    code: "image-context-not-built",
    severity: "refusal",
    check: (input) =>
      everyClass(input, ({ imageContext }, path) => {
        if (imageContext === undefined || input.settings.imageBuilds.agentImages) return [];
        return [
          {
            path: `${path}.imageContext`,
            related: ["imageBuilds.agentImages"],
            message: "imageBuilds.agentImages is false, so nothing is built from the folder.",
            remedy: "Name an image that is in a registry already in image, or remove imageBuilds.agentImages.",
          },
        ];
      }),
  },
  {
    code: "image-context-outside",
    severity: "refusal",
    check: (input) =>
      everyContext(input, (folder, facts) =>
        facts.kind === "outside"
          ? {
              message: `"${folder}" leads out of the program's folder: another checkout would build something else.`,
              remedy: "Put the folder below that of Pulumi.yaml, and name it relative to that.",
            }
          : undefined,
      ),
  },
  {
    code: "image-context-missing",
    severity: "refusal",
    check: (input) =>
      everyContext(input, (folder, { kind }) =>
        kind === "missing" || kind === "noDockerfile"
          ? {
              message:
                kind === "missing"
                  ? `There is no folder "${folder}".`
                  : `The folder "${folder}" has no file named Dockerfile.`,
              remedy: "Name a folder with a Dockerfile, relative to that of Pulumi.yaml, with slashes.",
            }
          : undefined,
      ),
  },
  {
    // F01: any other base may be of another Windows version, and has no supervisor.
    code: "image-context-base",
    severity: "refusal",
    check: (input) =>
      everyContext(input, (folder, facts) => {
        if (facts.kind !== "dockerfile" || (facts.declaresBase && facts.startsFromBase)) return undefined;
        const lacks = facts.declaresBase
          ? "has no stage FROM ${BASE}"
          : "does not declare ARG BASE before its first FROM";
        return {
          message: `${folder}/Dockerfile ${lacks}, so its image would not be an agent image of the class's operating system.`,
          remedy:
            "Begin it with ARG BASE, and its last stage with FROM ${BASE}: the program hands its own image over as BASE.",
        };
      }),
  },
];

/** Asks the same of every folder that was looked at. */
function everyContext(
  input: RuleInput,
  check: (
    folder: string,
    facts: RuleInput["context"]["imageContexts"][string],
  ) => Pick<Complaint, "message" | "remedy"> | undefined,
): readonly Complaint[] {
  return everyClass(input, ({ imageContext = "" }, path) => {
    const facts = input.context.imageContexts[imageContext];
    const complaint = facts && check(imageContext, facts);
    return complaint === undefined ? [] : [{ path: `${path}.imageContext`, ...complaint }];
  });
}
