import type { ImagePin } from "../imagePins";
import type { Rule, RuleInput } from "./rule";

const dayMilliseconds = 86_400_000;

/** This program's own limit: the service names none, and demands a newer agent when it needs one. */
const agentMonths = 6;

/** This program's own limit: two of the monthly updates of the bases. */
const baseDays = 62;

/** Both say something about the checkout, and so about all classes at once. */
export const imageAgeRules: readonly Rule[] = [
  {
    // F10, F11: an agent that has to update itself takes no job meanwhile, and in a container it does so with each start.
    code: "agent-package-old",
    severity: "warning",
    check: (input) => {
      const { now } = input.context;
      const old = ownPins(input).filter(
        ({ released }) => released !== undefined && addMonths(new Date(released), agentMonths) < now,
      );
      const [{ version, released } = {}] = old;
      if (version === undefined || released === undefined) return [];
      return [
        {
          path: "agents",
          message: `The agent images hold agent ${version} of ${released}, more than ${agentMonths} months old. A newer one that Azure DevOps demands is installed into each container and lost with it.`,
          remedy:
            "Set a newer version of agent-windows and agent-linux in images/pins.json, run npm run pins, and update.",
        },
      ];
    },
  },
  {
    // F127: patches of host and image that lie far apart break programs inside.
    code: "image-base-old",
    severity: "warning",
    check: (input) => {
      const { now } = input.context;
      const old = ownPins(input).filter(
        ({ baseResolvedAt }) =>
          baseResolvedAt !== undefined && now.getTime() - Date.parse(baseResolvedAt) > baseDays * dayMilliseconds,
      );
      if (old.length === 0) return [];
      const bases = old.map(({ name, baseResolvedAt = "" }) => `${name} of ${baseResolvedAt.slice(0, 10)}`).join(", ");
      return [
        {
          path: "agents",
          message: `The agent images are built on bases from before the last two monthly updates: ${bases}. Nodes are patched meanwhile.`,
          remedy: "Run npm run pins, and update: the agents restart on the new base.",
        },
      ];
    },
  },
];

/** Pins of the images that the fleet uses without naming another. */
function ownPins({ context, generations }: RuleInput): readonly ImagePin[] {
  const own = generations.filter(({ image }) => image === undefined);
  return context.imagePins.filter(({ images }) => own.some(({ os }) => images.includes(os)));
}

function addMonths(date: Date, months: number): Date {
  const later = new Date(date);
  later.setUTCMonth(later.getUTCMonth() + months);
  return later;
}
