import { BuildProblem } from "./buildProblem";
import type { Instruction } from "./dockerfile/instruction";
import type { Healthcheck } from "../../publicImages/containerConfig";

const nanoseconds: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 60e9,
  h: 3600e9,
};

const part = /(\d+(?:\.\d+)?|\.\d+)(ns|us|µs|ms|s|m|h)/g;

/** A HEALTHCHECK, as an image's configuration has it. @throws BuildProblem */
export function healthcheck({ text, flags }: Instruction): Healthcheck {
  const [type = "", ...rest] = text.split(/\s+/);
  if (type.toUpperCase() === "NONE") {
    return { Test: ["NONE"] };
  }
  const command = text.slice(type.length).trim();
  const words = command.startsWith("[") ? (JSON.parse(command) as string[]) : undefined;
  return {
    Test: words === undefined ? ["CMD-SHELL", command] : ["CMD", ...words],
    ...duration("Interval", flags["interval"]),
    ...duration("Timeout", flags["timeout"]),
    ...duration("StartPeriod", flags["start-period"]),
    ...(rest.length > 0 && flags["retries"] !== undefined ? { Retries: retries(flags["retries"]) } : {}),
  };
}

function duration(name: "Interval" | "Timeout" | "StartPeriod", text: string | undefined): Partial<Healthcheck> {
  if (text === undefined) {
    return {};
  }
  const parts = [...text.matchAll(part)];
  if (text === "" || parts.map(([whole]) => whole).join("") !== text) {
    throw new BuildProblem(`time: invalid duration "${text}"`);
  }
  const sum = parts.reduce((total, [, value, unit]) => total + Number(value) * (nanoseconds[unit ?? ""] ?? 0), 0);
  if (sum > 0 && sum < 1e6) {
    throw new BuildProblem(`Interval "${name.toLowerCase()}" cannot be less than 1ms`);
  }
  return { [name]: Math.round(sum) };
}

function retries(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) {
    throw new BuildProblem(`--retries must be at least 1 (not ${text})`);
  }
  return value;
}
