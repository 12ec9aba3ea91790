import type { Rule } from "./rule";

/** What a pipeline would replace before it looks for the connection (azure-devops-docs process/variables, process/template-expressions). */
const expression = /\$[({[]/;

export const pipelineConnectionRules: readonly Rule[] = [
  {
    code: "pipeline-connection-name",
    severity: "refusal",
    check: ({ settings: { imageBuilds } }) => {
      const name = imageBuilds.pipelineConnection?.name;
      const fault = name === undefined ? undefined : faultOf(name);
      if (fault === undefined) return [];
      return [
        {
          path: "imageBuilds.pipelineConnection.name",
          message: `"${name}" ${fault}, so no pipeline could name this service connection.`,
          remedy:
            "Write a plain name such as fleet-builds, or leave it out: then it is called after project and stack.",
        },
      ];
    },
  },
  {
    code: "pipeline-connection-duplicate",
    severity: "refusal",
    check: ({ settings: { imageBuilds } }) => {
      const pipelines = imageBuilds.pipelineConnection?.pipelines ?? "none";
      if (typeof pipelines === "string") return [];
      return pipelines.flatMap((id, index) =>
        pipelines.indexOf(id) === index
          ? []
          : [
              {
                path: `imageBuilds.pipelineConnection.pipelines[${index}]`,
                message: `Pipeline ${id} is named twice.`,
                remedy: "Name each pipeline once.",
              },
            ],
      );
    },
  },
];

function faultOf(name: string): string | undefined {
  if (name.trim() === "") return "is empty";
  if (name !== name.trim()) return "begins or ends with a blank";
  if (/\p{Cc}/u.test(name)) return "holds a control character";
  return expression.test(name) ? "holds the beginning of an expression" : undefined;
}
