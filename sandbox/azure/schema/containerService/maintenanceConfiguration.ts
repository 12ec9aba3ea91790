import { z } from "zod";
import { perApiVersion, oneOf, proxyResource } from "../parseBody";

const weekDays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const weeks = ["First", "Second", "Third", "Fourth", "Last"];
const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "not a date");

/** Source: managedClusters.json, MaintenanceConfiguration. */
export const maintenanceConfigurationBody = perApiVersion((api) => {
  const dayOfWeek = oneOf(api, weekDays);
  return z.strictObject({
    ...proxyResource,
    properties: z
      .strictObject({
        timeInWeek: z
          .array(
            z.strictObject({
              day: dayOfWeek.optional(),
              hourSlots: z.array(z.number().int().min(0).max(23)).optional(),
            }),
          )
          .optional(),
        notAllowedTime: z
          .array(z.strictObject({ start: z.string().optional(), end: z.string().optional() }))
          .optional(),
        maintenanceWindow: z
          .strictObject({
            schedule: z.strictObject({
              daily: z.strictObject({ intervalDays: z.number().int().min(1).max(7) }).optional(),
              weekly: z.strictObject({ intervalWeeks: z.number().int().min(1).max(4), dayOfWeek }).optional(),
              absoluteMonthly: z
                .strictObject({
                  intervalMonths: z.number().int().min(1).max(6),
                  dayOfMonth: z.number().int().min(1).max(31),
                })
                .optional(),
              relativeMonthly: z
                .strictObject({
                  intervalMonths: z.number().int().min(1).max(6),
                  weekIndex: oneOf(api, weeks),
                  dayOfWeek,
                })
                .optional(),
            }),
            durationHours: z.number().int().min(4).max(24),
            utcOffset: z
              .string()
              .regex(/^[-+]\d{2}:\d{2}$/, "not of the form +HH:MM or -HH:MM")
              .optional(),
            startDate: date.optional(),
            startTime: z.string().regex(/^\d{2}:\d{2}$/, "not of the form HH:MM"),
            notAllowedDates: z.array(z.strictObject({ start: date, end: date })).optional(),
          })
          .optional(),
      })
      .optional(),
  });
});
