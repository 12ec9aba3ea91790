import { Command } from "commander";
import type { BuildOptions } from "./buildOptions";
import { environmentOptions } from "./environmentOptions";
import type { FallbackRegistry } from "./fallbackRegistry";

const help = `
Windows:
  The build argument WINDOWS_VERSION is ltsc2022 with --os windows2022 and ltsc2025 with --os windows2025, so that one Dockerfile
  serves both: ARG WINDOWS_VERSION before FROM mcr.microsoft.com/windows/servercore:\${WINDOWS_VERSION}.

Where:
  --registry, else the variable FLEET_REGISTRY, which pods of the fleet have, else the registry of the running sandbox's stack where
  there is a sandbox. Who asks Azure: the variables of azure-native (ARM_CLIENT_ID, ARM_TENANT_ID, ARM_CLIENT_SECRET, ARM_USE_OIDC …), those of the AzureCLI task with
  addSpnToEnvironment, else the az CLI that is signed in. Its role: Container Registry Tasks Contributor on the registry.

Secrets:
  --secret-build-arg takes the name of an environment variable; its value is neither on a command line nor in the log. A value that looks like a
  secret is refused as --build-arg. Every build argument stays in the history of the stage that uses it: use a secret in an early stage, and
  copy only what came of it into the last one.

Variables:
  With --from-env FLEET_BUILD_CONTEXT, _IMAGES (with blanks between them), _OS, _FILE, _TARGET, _CACHE (false), _TIMEOUT_MINUTES, _REGISTRY, _DIGEST_FILE and
  _OUTPUT_VARIABLE stand for the options of these names and go before them; FLEET_BUILD_ARG_<name> and FLEET_BUILD_SECRET_<name> hold build
  arguments. A pipeline has nothing to quote then.

Examples:
  $ fleet build samples/linux-web --os linux --image sample/linux-web:1
  $ fleet build . --file web/Dockerfile --os windows2022 --image web:42 --image web:latest --build-arg VERSION=42
  $ fleet build . --os linux --image web:42 --secret-build-arg FEED_TOKEN --digest-file digest.txt --output-variable image

Exit codes: 0 built; 1 the build failed; 2 wrong usage; 130 interrupted, after the run was cancelled.`;

/** `fleet build`: an image in Azure, without Docker. `fallback` tells of a registry where neither the options nor the environment do. */
export function buildCommand(fallback?: FallbackRegistry): Command {
  return new Command("build")
    .description("build an image in Azure from a folder with a Dockerfile, and push it to the registry")
    .argument("[context]", "folder with what the Dockerfile copies; .dockerignore says what is left out")
    .option("--image <repository:tag>", "name of the image; may be repeated", collect, [])
    .option("--builder <name>", "what builds: acr (ACR Tasks)", "acr")
    .option("--os <version>", "what it is built for: windows2022, windows2025 or linux (default: linux)")
    .option("--file <path>", "the Dockerfile, in the context", "Dockerfile")
    .option("--build-arg <name=value>", "build argument; may be repeated", collect, [])
    .option("--secret-build-arg <name>", "build argument from an environment variable; may be repeated", collect, [])
    .option("--target <stage>", "stage to build (default: the last)")
    .option("--no-cache", "build every step anew")
    .option("--timeout-minutes <n>", "how long the build may take, 5 to 480", "60")
    .option("--registry <registry>", "id in the resource manager, login server, or name")
    .option("--digest-file <file>", "write the image's digest into a file")
    .option("--output-variable <name>", "set an output variable of the pipeline to <registry>/<repository>@<digest>")
    .option("--from-env", "take the options from variables FLEET_BUILD_…, see below", false)
    .option("--quiet", "do not show the build's log", false)
    .option("--json", "print the result as JSON, and everything else to the standard error stream", false)
    .addHelpText("after", help)
    .action(async (context: string | undefined, { fromEnv, ...options }: Given) => {
      const fromVariables = fromEnv ? environmentOptions(process.env) : {};
      await (await import("./runBuild.js")).runBuild({ context, ...options, ...fromVariables }, fallback);
    });
}

type Given = Omit<BuildOptions, "context" | "secretValues"> & { readonly fromEnv: boolean };

function collect(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}
