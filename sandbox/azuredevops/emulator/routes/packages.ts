import type { FastifyInstance } from "fastify";
import { callOf } from "../call";
import { collection, queryValue } from "../wire";

/** Releases of the agent, newest first (tags of microsoft/azure-pipelines-agent, read 2026-08-21). */
const releases = [
  { version: "5.278.0", createdOn: "2026-08-12T00:00:00Z" },
  { version: "5.270.0", createdOn: "2026-02-27T00:00:00Z" },
  { version: "4.275.0", createdOn: "2026-06-12T00:00:00Z" },
] as const;

const extensions: Readonly<Record<string, string>> = {
  "win-x64": "zip",
  "linux-x64": "tar.gz",
  "linux-arm64": "tar.gz",
  "linux-musl-x64": "tar.gz",
  "osx-x64": "tar.gz",
  "osx-arm64": "tar.gz",
};

/** `_apis/distributedtask/packages/agent`: where the agent itself can be downloaded. */
export function registerPackageRoutes(server: FastifyInstance): void {
  server.get<{ Params: { type: string; platform?: string } }>(
    "/:organization/_apis/distributedtask/packages/:type/:platform?",
    async (request) => {
      callOf(request);
      const platform = request.params.platform ?? queryValue(request.query, "platform");
      const top = Number(queryValue(request.query, "$top") ?? queryValue(request.query, "top") ?? Infinity);
      const platforms = Object.keys(extensions).filter((known) => platform === undefined || known === platform);
      const packages = request.params.type === "agent" ? platforms.flatMap(packagesFor) : [];
      return collection(packages.slice(0, top));
    },
  );
}

function packagesFor(platform: string) {
  return releases.map(({ version, createdOn }) => {
    const [major, minor, patch] = version.split(".").map(Number);
    const filename = `vsts-agent-${platform}-${version}.${extensions[platform] ?? "zip"}`;
    return {
      type: "agent",
      platform,
      createdOn,
      version: { major, minor, patch },
      downloadUrl: `https://download.agent.dev.azure.com/agent/${version}/${filename}`,
      infoUrl: "https://go.microsoft.com/fwlink/?LinkId=798199",
      filename,
    };
  });
}
