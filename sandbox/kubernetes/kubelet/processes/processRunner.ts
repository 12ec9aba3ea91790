import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { ApiClient } from "../../apiClient";
import type { ContainerExit, ContainerRunner, ContainerStart, RunningContainer } from "../containerRunner";
import type { PulledImage } from "../imageSource";
import { ContainerFolders } from "./containerFolders";
import type { ContainerLedger } from "./containerLedger";
import { startContainerProcess } from "./containerProcess";
import { containerLedger, endLeftovers } from "./leftovers";
import { ADDRESS_VARIABLE, LOOPBACK, loopbackAddress } from "./loopbackAddress";
import { PathMapping } from "./pathMapping";
import { podEnvironment } from "./podEnvironment";
import type { PodFacts } from "./fieldValue";
import { PodLogs, type ContainerInstance } from "./podLogs";
import { PodObjects } from "./podObjects";
import { PodVolumes } from "./podVolumes";
import { layCommonFolders, mainProcess, processEnvironment, type Addresses } from "./processSpec";
import { runCommand } from "./runCommand";
import type { ApiServerAddress } from "./serviceVariables";
import { terminationMessage } from "./terminationMessage";

export interface ProcessRunnerOptions {
  readonly client: ApiClient;
  /** The cluster's folder, for what outlives the processes. */
  readonly directory: string;
  readonly apiServer: ApiServerAddress;
  readonly addresses: Addresses;
  readonly log: (line: string) => void;
}

type LaidImage = PulledImage & Required<Pick<PulledImage, "lay">>;

/** Runs containers as processes of this machine, without isolation: each with a root folder of its own that its paths are mapped into. */
export class ProcessRunner implements ContainerRunner {
  readonly logs: PodLogs;
  private readonly folders: ContainerFolders;
  private readonly ledger: ContainerLedger;
  private readonly volumes = new Map<string, PodVolumes>();
  private readonly running = new Map<string, RunningContainer>();
  private closed = false;

  /** Ends what a run that was cut off has left. */
  constructor(private readonly options: ProcessRunnerOptions) {
    this.logs = new PodLogs(join(options.directory, "pods"));
    this.folders = new ContainerFolders(options.directory);
    this.ledger = containerLedger(options.directory);
    const ended = endLeftovers(options.directory);
    if (ended > 0) {
      options.log(`ended ${ended} container${ended === 1 ? "" : "s"}, left over from a run that was cut off`);
    }
  }

  /**
   * Starts a container whose image can be laid out.
   * @throws MissingReferenceError when its environment refers to something that does not exist; VolumeSetupError likewise
   *   for a volume; ContainerStartError when its program cannot be started.
   */
  async start(start: ContainerStart): Promise<RunningContainer> {
    const { pod, container, image } = start;
    if (image?.lay === undefined) {
      throw new Error(`The image of container ${container.name} has no content.`);
    }
    const objects = new PodObjects(this.options.client, pod.metadata?.namespace ?? "");
    const facts = { pod, node: start.node, podIp: start.podIp, hostIp: start.hostIp ?? "" };
    const variables = await podEnvironment(container, { facts, objects, apiServer: this.options.apiServer });
    const volumes = this.volumesOf(pod.metadata?.uid ?? "", objects);
    await volumes.prepare(facts);
    const root = this.folders.newRoot();
    try {
      return await this.startIn(root, start, { ...image, lay: image.lay }, variables, volumes, facts);
    } catch (error) {
      await removeRoot(root);
      throw error;
    }
  }

  /** Where the program that serves commands listens. */
  get streamingSocket(): string {
    return this.folders.streamingSocket();
  }

  /** The pod is gone: so are its volumes and logs. Its containers must have ended. */
  forget(podUid: string): void {
    this.volumes.get(podUid)?.dispose();
    this.volumes.delete(podUid);
    this.logs.forget(podUid);
  }

  /** Ends all containers by force, as if the node had lost its power. */
  async close(): Promise<void> {
    this.closed = true;
    const running = [...this.running.values()];
    running.forEach((container) => container.stop(0));
    await Promise.all(running.map(({ ended }) => ended));
    [...this.volumes.values()].forEach((volumes) => volumes.dispose());
    this.volumes.clear();
    this.folders.remove();
  }

  private volumesOf(podUid: string, objects: PodObjects): PodVolumes {
    const volumes = this.volumes.get(podUid) ?? new PodVolumes(this.folders.volumes(podUid), objects);
    this.volumes.set(podUid, volumes);
    return volumes;
  }

  private async startIn(
    root: string,
    { pod, container, restartCount = 0, podIp = "" }: ContainerStart,
    image: LaidImage,
    variables: Readonly<Record<string, string>>,
    volumes: PodVolumes,
    { node }: PodFacts,
  ): Promise<RunningContainer> {
    const system = node.status?.nodeInfo?.operatingSystem === "windows" ? "windows" : "linux";
    const mapping = new PathMapping(root, system);
    await image.lay(root);
    layCommonFolders(root);
    volumes.mount(container, mapping, variables);
    const hasOwnAddress = image.environment?.[ADDRESS_VARIABLE] !== undefined;
    const address = hasOwnAddress ? loopbackAddress(this.options.directory, podIp) : LOOPBACK;
    const environment = {
      ...processEnvironment(image, variables, mapping, this.options.addresses),
      ...(hasOwnAddress && { [ADDRESS_VARIABLE]: address }),
    };
    const spec = mainProcess(container, image, variables, mapping, environment);
    if (this.closed) {
      throw new Error("The node is gone.");
    }
    const instance = { podUid: pod.metadata?.uid ?? "", containerName: container.name, restartCount };
    const log = this.logs.create(instance);
    const child = await startContainerProcess({ root, spec, log, obeysSignals: system === "linux" }).catch(
      (error: unknown) => {
        this.logs.close(instance);
        throw error;
      },
    );
    this.ledger.add(root, child.pid);
    const running: RunningContainer = {
      ended: child.ended.then((exit) => this.finish(root, instance, exit, { container, mapping })),
      stop: (gracePeriodSeconds) => child.stop(gracePeriodSeconds),
      inside: {
        address,
        spec: (command) => ({ ...spec, command: command.map((word) => mapping.inText(word)) }),
        run: (command, timeoutMilliseconds) =>
          runCommand({ ...spec, command: command.map((word) => mapping.inText(word)) }, timeoutMilliseconds),
      },
    };
    this.running.set(root, running);
    return running;
  }

  private async finish(
    root: string,
    instance: ContainerInstance,
    exit: ContainerExit,
    { container, mapping }: { readonly container: ContainerStart["container"]; readonly mapping: PathMapping },
  ): Promise<ContainerExit> {
    this.logs.close(instance);
    const file = mapping.inRoot(container.terminationMessagePath ?? "/dev/termination-log");
    const message = terminationMessage(container, exit.exitCode, {
      file: existsSync(file) ? readFileSync(file, "utf8") : "",
      logTail: (lines) => this.logs.tail(instance, lines),
    });
    await removeRoot(root);
    this.running.delete(root);
    this.ledger.remove(root);
    return { ...exit, message };
  }
}

/** What cannot be removed, since a process of somebody else writes there, is left to the end of the cluster. */
async function removeRoot(root: string): Promise<void> {
  await rm(root, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}
