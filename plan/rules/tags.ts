import { ownTags } from "../ownTags";
import type { Rule } from "./rule";

/** Azure's limits; storage accounts allow 128 characters where others allow 512 (azure-docs tag-resources). */
const mostTags = 50;
const longestName = 128;
const longestValue = 256;

export const tagRules: readonly Rule[] = [
  {
    code: "tag-name",
    severity: "refusal",
    check: ({ settings }) =>
      Object.keys(settings.tags).flatMap((name) => {
        const wrong = faultOf(name);
        return wrong === undefined ? [] : [{ path: `tags.${name}`, ...wrong }];
      }),
  },
  {
    code: "tag-value",
    severity: "refusal",
    check: ({ settings }) =>
      Object.entries(settings.tags)
        .filter(([, value]) => value.length > longestValue)
        .map(([name, value]) => ({
          path: `tags.${name}`,
          message: `The value has ${value.length} characters, and Azure allows ${longestValue}.`,
          remedy: "Shorten it.",
        })),
  },
  {
    code: "tag-count",
    severity: "refusal",
    check: ({ settings, context }) => {
      const own = Object.keys(ownTags(context)).length;
      const count = Object.keys(settings.tags).length;
      if (count + own <= mostTags) return [];
      return [
        {
          path: "tags",
          message: `There are ${count} tags, and a resource has at most ${mostTags}, of which this program needs ${own}.`,
          remedy: `Use at most ${mostTags - own}.`,
        },
      ];
    },
  },
  {
    code: "tag-taken",
    severity: "refusal",
    check: ({ settings, context }) => {
      const taken = Object.keys(ownTags(context));
      const names = Object.keys(settings.tags);
      return names.flatMap((name, index) => {
        const own = taken.find((other) => other.toLowerCase() === name.toLowerCase());
        const twin = names.slice(0, index).find((other) => other.toLowerCase() === name.toLowerCase());
        const other = own ?? twin;
        if (other === undefined) return [];
        return [
          {
            path: `tags.${name}`,
            message: `Tag names know no upper and lower case, and ${own === undefined ? `"${other}" is there already` : `this program sets "${other}" itself`}.`,
            remedy: "Use another name.",
          },
        ];
      });
    },
  },
];

function faultOf(name: string): { message: string; remedy: string } | undefined {
  if (name.trim() === "" || name.length > longestName) {
    return { message: `A tag name has 1 to ${longestName} characters, not ${name.length}.`, remedy: "Shorten it." };
  }
  if (/[<>%&\\?/\p{Cc}]/u.test(name)) {
    return {
      message: `"${name}" holds a character that Azure does not allow.`,
      remedy: "Leave out < > % & \\ ? and /.",
    };
  }
  if (/^(?:microsoft|azure|windows)/i.test(name)) {
    return {
      message: `"${name}" has a prefix that Azure keeps for itself.`,
      remedy: "Do not begin with microsoft, azure or windows.",
    };
  }
  return undefined;
}
