import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { layAgentPackage } from "../../../sandbox/agent/agentPackage";
import { succeed } from "./command";

/** Content of the parts that the Linux image downloads, by the name of their argument: stand-ins in the publishers' formats. */
export async function layImageParts(folder: string): Promise<Readonly<Record<string, Buffer>>> {
  await layAgentPackage(join(folder, "agent"));
  program(join(folder, "powershell", "pwsh"), 'echo "PowerShell stand-in"');
  // The publisher's archive has it without the mark of a program.
  chmodSync(join(folder, "powershell", "pwsh"), 0o644);
  program(join(folder, "azure-cli", "opt", "az", "bin", "python3"), 'echo "az stand-in $@"');
  program(
    join(folder, "azure-cli", "usr", "bin", "az"),
    '"$(dirname "$0")/../../opt/az/bin/python3" -Im azure.cli "$@"',
  );
  mkdirSync(join(folder, "azure-cli", "DEBIAN"));
  writeFileSync(
    join(folder, "azure-cli", "DEBIAN", "control"),
    "Package: azure-cli\nVersion: 1.0-1\nArchitecture: all\nMaintainer: tests <tests@example.org>\nDescription: stand-in\n",
  );
  await succeed("dpkg-deb", ["--build", join(folder, "azure-cli"), join(folder, "azure-cli.deb")]);
  return {
    AGENT: await archive(folder, "agent"),
    POWERSHELL: await archive(folder, "powershell"),
    AZURE_CLI: readFileSync(join(folder, "azure-cli.deb")),
    KUBECTL: Buffer.from('#!/bin/sh\necho "kubectl stand-in"\n'),
  };
}

async function archive(folder: string, name: string): Promise<Buffer> {
  const file = join(folder, `${name}.tar.gz`);
  // A publisher's archive has its own owners, which the image must not take over.
  const owner = ["--owner=1234", "--group=1234", "--numeric-owner"];
  await succeed("tar", ["--create", "--gzip", ...owner, "--file", file, "--directory", join(folder, name), "."]);
  return readFileSync(file);
}

function program(file: string, line: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${line}\n`);
  chmodSync(file, 0o755);
}
