import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  symlinkSync,
  lstatSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** What programs of the machine's /usr need of /etc. */
const fromMachine = [
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "nsswitch.conf",
  "login.defs",
  "alternatives",
  "ssl",
  "ca-certificates.conf",
];

/** As Ubuntu's images have them: user 1000 is taken. */
const accounts: Readonly<Record<string, string>> = {
  passwd:
    "root:x:0:0:root:/root:/bin/bash\nubuntu:x:1000:1000:Ubuntu:/home/ubuntu:/bin/bash\nnobody:x:65534:65534::/nonexistent:/usr/sbin/nologin\n",
  group: "root:x:0:\nubuntu:x:1000:\nnogroup:x:65534:\n",
  shadow: "root:*:19000:0:99999:7:::\nubuntu:!:19000:0:99999:7:::\n",
  gshadow: "root:*::\nubuntu:!::\n",
};

/**
 * A root folder that stands for a base image: the folders and accounts of Ubuntu's, and the machine's /usr once a command runs in it
 * (commandIn). What is written to /usr stays in the folder.
 */
export function layRootFolder(root: string): void {
  mkdirSync(root, { recursive: true, mode: 0o755 });
  for (const name of ["dev", "etc", "home/ubuntu", "opt", "proc", "root", "run", "usr", "var/lib", "var/mail"]) {
    mkdirSync(join(root, name), { recursive: true });
  }
  chownSync(join(root, "home/ubuntu"), 1000, 1000);
  mkdirSync(join(root, "tmp"));
  chmodSync(join(root, "tmp"), 0o1777);
  for (const name of ["bin", "lib", "lib64", "sbin"]) {
    if (lstatSync(`/${name}`, { throwIfNoEntry: false })?.isSymbolicLink())
      symlinkSync(readlinkSync(`/${name}`), join(root, name));
  }
  for (const name of fromMachine.filter((each) => existsSync(`/etc/${each}`))) {
    cpSync(`/etc/${name}`, join(root, "etc", name), { recursive: true, verbatimSymlinks: true });
  }
  // The stand-in agent names the Node that lays it out.
  const node = process.execPath;
  if (!node.startsWith("/usr/")) cpSync(node, join(root, node));
  for (const [name, content] of Object.entries(accounts)) writeFileSync(join(root, "etc", name), content);
}

/**
 * A command line that runs another one in a root folder: own mounts, own processes, the machine's network.
 * @param user such as `1000:1000`
 */
export function commandIn(
  root: string,
  user: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
  words: readonly string[],
): readonly string[] {
  const work = mkdtempSync(`${root}-work-`);
  const setup = [
    "set -e",
    'mount -t overlay overlay -o "lowerdir=/usr,upperdir=$1/usr,workdir=$2" "$1/usr"',
    'mount -t proc proc "$1/proc"',
    'mount --rbind /dev "$1/dev"',
    'root="$1" user="$3"; shift 3',
    'exec chroot --userspec="$user" --groups= "$root" "$@"',
  ].join("; ");
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  return [
    ...["unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private"],
    ...["bash", "-c", setup, "bash", root, work, user],
    ...["env", "--ignore-environment", `--chdir=${folder}`, ...settings, ...words],
  ];
}
