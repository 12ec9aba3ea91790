import { Command, InvalidArgumentError } from "commander";
import type { QueueOptions } from "./queueJobs";

type Queue = (options: QueueOptions, command: Command) => Promise<void>;

const examples = `
Examples:
  $ npm run sandbox -- job queue --class win22 --wait
  $ npm run sandbox -- job queue --pool aks-agents-dev-win22 --count 5 --seconds 60
  $ npm run sandbox -- job queue --class linux --demand "kind -equals docker" --script 'env | sort' --wait
  $ npm run sandbox -- job queue --class linux --service-connection aks-agents-dev-builds \\
      --script 'fleet build --builder acr --os linux samples/linux-web --image sample/linux-web:1' --wait

Exit codes: 0 queued, and with --wait all jobs succeeded; 1 otherwise; 2 wrong usage; 130 interrupted (the jobs go on).`;

/** `job queue`: what pipelines would do, since none run in the sandbox. `withOptions` adds what every subcommand takes. */
export function jobCommand(withOptions: (command: Command) => Command, queue: Queue): Command {
  const command = withOptions(new Command("queue"))
    .description("queue pipeline jobs")
    .option("--pool <name>", "agent pool whose agents may take them")
    .option("--class <name>", "agent class of the stack, in place of its pool")
    .option("--count <n>", "how many", positive, 1)
    .option("--seconds <n>", "how long each runs, unless it has a script", duration, 20)
    .option("--demand <demand>", "what an agent must have, such as 'kit -equals 11'; may be repeated", collect, [])
    .option("--script <line>", "shell command line that each runs on the agent")
    .option("--service-connection <name>", "service connection with which the script signs in to Azure")
    .option("--wait", "follow them until all have ended")
    .addHelpText("after", examples)
    .action(async (options: Given, self: Command) => {
      const { demand: demands, wait = false, ...rest } = options;
      await queue({ ...rest, demands, wait }, self);
    });
  return new Command("job").description("queue pipeline jobs and follow them").addCommand(command);
}

type Given = Omit<QueueOptions, "demands" | "wait"> & { readonly demand: readonly string[]; readonly wait?: boolean };

function positive(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) {
    throw new InvalidArgumentError("It takes a whole number of 1 or more.");
  }
  return count;
}

function duration(text: string): number {
  const seconds = Number(text);
  if (!(seconds >= 0)) {
    throw new InvalidArgumentError("It takes a number of seconds of 0 or more.");
  }
  return seconds;
}

function collect(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}
