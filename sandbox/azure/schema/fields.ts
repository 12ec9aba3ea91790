import { z } from "zod";
import { tags } from "./parseBody";

export const text = () => z.string().optional();
export const flag = () => z.boolean().optional();
export const texts = () => z.array(z.string()).optional();
export const textMap = () => z.record(z.string(), z.string()).optional();
export const tagMap = () => tags().optional();

/** A whole number within a range; without one, any. */
export const whole = (minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER) =>
  z.number().int().min(minimum).max(maximum).optional();

/** An object that can only be switched on and off. */
export const toggle = () => z.strictObject({ enabled: z.boolean().optional() }).optional();

/** Reference to another resource. */
export const reference = () => z.strictObject({ id: z.string().optional() });
