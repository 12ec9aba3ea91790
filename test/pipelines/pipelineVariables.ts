/** A step's environment as the agent makes it: macros of variables replaced, those of unknown ones left as they are. */
export function withVariables(
  environment: Readonly<Record<string, unknown>>,
  variables: Readonly<Record<string, string>>,
): Record<string, string> {
  const replaced = (text: string) =>
    text.replaceAll(/\$\(([\w.-]+)\)/g, (macro, name: string) => variables[name] ?? macro);
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, replaced(String(value))]));
}
