import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTlsCloud, type TlsCloud } from "../tls/tlsCloud";
import { AzureCli } from "./azureCli";

/** Microsoft's az, signed in to an emulated cloud of its own as who deploys, with a resource group "rg". */
export class SignedInAz {
  private constructor(
    private readonly cli: AzureCli,
    readonly cloud: TlsCloud,
    /** For whatever a test writes. */
    readonly folder: string,
  ) {}

  /**
   * Undefined, after saying so, where there is no `python3`.
   * @param settings Of the Azure emulator.
   */
  static async start(settings: Parameters<typeof startTlsCloud>[0]): Promise<SignedInAz | undefined> {
    const cli = await AzureCli.provide();
    if (cli === undefined) {
      console.log("      python3 was not found on PATH: az cannot be installed, and nothing is shown of it");
      return undefined;
    }
    const az = new SignedInAz(cli, await startTlsCloud(settings), mkdtempSync(join(tmpdir(), "signed-in-az-")));
    await az.signIn();
    await az.run("group", "create", "--name", "rg", "--location", "westeurope");
    return az;
  }

  /** What az prints, on both its streams. */
  async run(...args: string[]): Promise<string> {
    const { exitCode, printed } = await this.attempt(...args);
    assert.equal(exitCode, 0, `az ${args.join(" ")}\n${printed}`);
    return printed;
  }

  /** What az prints when it fails. */
  async fail(...args: string[]): Promise<string> {
    const { exitCode, printed } = await this.attempt(...args);
    assert.notEqual(exitCode, 0, `az ${args.join(" ")}\n${printed}`);
    return printed;
  }

  async stop(): Promise<void> {
    await this.cloud.stop();
    rmSync(this.folder, { recursive: true });
  }

  private async attempt(...args: string[]): Promise<{ readonly exitCode: number; readonly printed: string }> {
    const { exitCode, stdout, stderr } = await this.cli.run(args, {
      AZURE_CONFIG_DIR: join(this.folder, "config"),
      AZURE_CORE_INSTANCE_DISCOVERY: "false",
      REQUESTS_CA_BUNDLE: this.cloud.caFile,
      NO_PROXY: "127.0.0.1",
      no_proxy: "127.0.0.1",
    });
    return { exitCode, printed: stdout + stderr };
  }

  private async signIn(): Promise<void> {
    const { azureTlsUrl, directory } = this.cloud;
    const secretFile = join(this.folder, "secret");
    writeFileSync(secretFile, directory.deployerSecret, { mode: 0o600 });
    await this.run("cloud", "register", "--name", "sandbox", "--endpoint-resource-manager", azureTlsUrl);
    await this.run("cloud", "set", "--name", "sandbox");
    const who = ["--username", directory.deployer.clientId, "--tenant", directory.tenantId];
    await this.run("login", "--service-principal", "--allow-no-subscriptions", ...who, "--password", `@${secretFile}`);
  }
}
