import type { Settings } from "../settings";

/** Arguments of `Agent.Listener configure`. No secret is among them: jobs and other processes see command lines. */
export function configureArguments(settings: Settings, notificationAddress: string, caBundle?: string): string[] {
  return [
    "configure",
    "--unattended",
    "--acceptTeeEula",
    "--auth",
    "PAT",
    "--url",
    settings.url,
    "--pool",
    settings.pool,
    "--agent",
    settings.agentName,
    "--work",
    settings.workFolder,
    // Only the fallback for a record that could not be deleted before.
    "--replace",
    "--notificationsocketaddress",
    notificationAddress,
    ...(settings.proxyUrl === undefined ? [] : ["--proxyurl", withoutCredentials(settings.proxyUrl)]),
    ...(caBundle === undefined ? [] : ["--sslcacert", caBundle]),
  ];
}

/** Without either option, an agent that updates itself starts its next listener on its own (azure-pipelines-agent Agent.cs). */
export function runArguments({ runOnce }: Pick<Settings, "runOnce">): string[] {
  return runOnce ? ["run", "--once"] : ["run", "--startuptype", "service"];
}

function withoutCredentials(proxyUrl: string): string {
  const url = new URL(proxyUrl);
  url.username = "";
  url.password = "";
  return url.href.replace(/\/$/, "");
}
