import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { build } from "esbuild";
import { ADDRESS_VARIABLE } from "../../kubernetes/kubelet/processes/loopbackAddress";
import { checkout } from "../../paths";
import type { BaseContent, ImageFacts } from "./baseContent";

/** A web server of a public image, with what the sandbox has to put into its place. Paths are in the image, without the leading slash. */
interface WebServer {
  readonly name: string;
  readonly base: RegExp;
  /** First word of the image's entry point. */
  readonly entrypoint: string;
  /** The program that serves. */
  readonly program: string;
  /** Other names of the program. */
  readonly links: readonly string[];
  /** Where its pages lie unless a configuration says otherwise, and none is read here. */
  readonly pages: string;
  /** Runs its arguments, before which the real one prepares a configuration. */
  readonly wrapper?: string;
  readonly source: string;
}

const servers: readonly WebServer[] = [
  {
    name: "IIS",
    base: /^mcr\.microsoft\.com\/windows\/servercore\/iis:/,
    entrypoint: "C:\\ServiceMonitor.exe",
    program: "ServiceMonitor.exe",
    links: [],
    pages: "inetpub/wwwroot",
    source:
      "microsoft/iis-docker windowsservercore-ltsc2022/Dockerfile and windowsservercore-ltsc2025/Dockerfile, 2025-04-08",
  },
  {
    name: "nginx",
    base: /^docker\.io\/(?:nginxinc\/nginx-unprivileged|library\/nginx):/,
    entrypoint: "/docker-entrypoint.sh",
    program: "usr/sbin/nginx",
    // The search path of a container holds no sbin of its own, and this machine may have an nginx.
    links: ["usr/bin/nginx"],
    pages: "usr/share/nginx/html",
    wrapper: "docker-entrypoint.sh",
    source: "nginx/docker-nginx-unprivileged stable/alpine-slim/Dockerfile, 2026-07-15",
  },
];

/** Ports below are the machine's administrator's. */
const FIRST_FREE_PORT = 1024;

const serverFile = ".sandbox/webServer.js";

/**
 * What stands for the web server of an image: a process that serves the pages of the image, on its first exposed port that needs no
 * rights. Undefined for an image without such a port, with an entry point of its own, or on another base.
 */
export function webContent({ publicBase = "", config }: ImageFacts): BaseContent | undefined {
  const server = servers.find(({ base }) => base.test(publicBase));
  const port = firstFreePort(config.ExposedPorts ?? {});
  if (server === undefined || port === undefined || config.Entrypoint?.[0] !== server.entrypoint) {
    return undefined;
  }
  return {
    lay: async (folder) => {
      await mkdir(join(folder, server.pages), { recursive: true });
      await bundleServer(join(folder, serverFile));
      await writeProgram(join(folder, server.program), startServer(server, port));
      for (const link of server.links) await linkProgram(join(folder, link), join(folder, server.program));
      if (server.wrapper !== undefined) await writeProgram(join(folder, server.wrapper), 'exec "$@"');
    },
    // Its value asks for an address of the pod's own.
    settings: async () => ({ environment: { [ADDRESS_VARIABLE]: "" } }),
  };
}

/** In the order of the image: those of its base come first. */
function firstFreePort(exposed: Readonly<Record<string, object>>): number | undefined {
  return Object.keys(exposed)
    .map((port) => /^(\d+)(?:\/tcp)?$/.exec(port)?.[1])
    .map(Number)
    .find((port) => port >= FIRST_FREE_PORT);
}

/** A container has no root of its own: the script finds everything from where it lies. */
function startServer({ name, program, pages }: WebServer, port: number): string {
  const root = `"$(dirname "$0")"/${relative(dirname(`/${program}`), "/")}`.replace(/\/$/, "");
  return `exec ${quoted(process.execPath)} ${root}/${serverFile} ${root}/${pages} ${port} ${quoted(name)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

async function writeProgram(file: string, line: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\n${line}\n`);
  await chmod(file, 0o755);
}

async function linkProgram(link: string, program: string): Promise<void> {
  await mkdir(dirname(link), { recursive: true });
  await symlink(join(relative(dirname(link), dirname(program)), basename(program)), link);
}

async function bundleServer(outfile: string): Promise<void> {
  await build({
    entryPoints: [join(checkout, "sandbox", "images", "web", "webServer.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    logLevel: "silent",
  });
}
