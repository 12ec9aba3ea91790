import type { Rule } from "./rule";

const windows = ["kubernetes", "nodeImage"] as const;

export const maintenanceRules: readonly Rule[] = [
  {
    code: "maintenance-start-time",
    severity: "refusal",
    check: ({ settings: { cluster } }) =>
      windows.flatMap((key) => {
        const { startTime } = cluster.maintenance[key];
        if (/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(startTime)) return [];
        return [
          {
            path: `cluster.maintenance.${key}.startTime`,
            message: `"${startTime}" is no time of day.`,
            remedy: "Write HH:mm, such as 01:00.",
          },
        ];
      }),
  },
  {
    code: "maintenance-utc-offset",
    severity: "refusal",
    check: ({ settings: { cluster } }) =>
      windows.flatMap((key) => {
        const { utcOffset } = cluster.maintenance[key];
        const [, sign, hours, minutes] = /^([+-])(\d{2}):([0-5]\d)$/.exec(utcOffset) ?? [];
        const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
        if (offset >= -12 * 60 && offset <= 14 * 60) return [];
        return [
          {
            path: `cluster.maintenance.${key}.utcOffset`,
            message: `"${utcOffset}" is no offset from UTC.`,
            remedy: "Write a sign and HH:mm, from -12:00 to +14:00.",
          },
        ];
      }),
  },
];
