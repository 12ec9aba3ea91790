/** How a command of the sandbox for a stack begins, as a person types it. */
export function commandPrefix(stack: string): string {
  return stack === "dev" ? "npm run sandbox --" : `npm run sandbox -- --stack ${stack}`;
}
