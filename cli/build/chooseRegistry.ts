import { UserError } from "../userError";
import type { FallbackRegistry, KnownRegistry } from "./fallbackRegistry";

/** A registry to be reached from this process, or one that is known with an environment of its own. */
export type RegistryChoice =
  { readonly kind: "here"; readonly called: string } | { readonly kind: "elsewhere"; readonly known: KnownRegistry };

/**
 * Which registry is meant: the one that was named, else that of the variable FLEET_REGISTRY, else the known one.
 * @throws UserError with exit code 2 when there is none.
 */
export async function chooseRegistry(
  named: string | undefined,
  env: NodeJS.ProcessEnv,
  fallback: FallbackRegistry | undefined,
): Promise<RegistryChoice> {
  const fromEnvironment = env["FLEET_REGISTRY"];
  if (fromEnvironment !== undefined && fromEnvironment !== "") {
    return { kind: "here", called: named ?? fromEnvironment };
  }
  const known = await fallback?.();
  if (known !== undefined && (named === undefined || isNamed(known, named))) {
    return { kind: "elsewhere", known };
  }
  if (named === undefined) {
    throw new UserError(
      `Which registry? --registry takes its id in the resource manager, its login server or its name; the variable FLEET_REGISTRY holds its id${
        fallback === undefined ? "" : "; and a running sandbox has one as soon as its stack is up (`npm run sandbox`)"
      }.`,
      2,
    );
  }
  return { kind: "here", called: named };
}

function isNamed({ id, loginServer }: KnownRegistry, named: string): boolean {
  const names = [id, loginServer, id.split("/").at(-1) ?? ""];
  return names.some((name) => name.toLowerCase() === named.toLowerCase());
}
