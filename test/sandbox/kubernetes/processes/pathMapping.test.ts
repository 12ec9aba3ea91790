import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { PathMapping } from "../../../../sandbox/kubernetes/kubelet/processes/pathMapping";

describe("Paths of a container without a chroot", () => {
  const root = mkdtempSync(join(tmpdir(), "aks-agents-paths-"));
  const linux = new PathMapping(root, "linux");
  const windows = new PathMapping(root, "windows");

  before(() => {
    for (const file of ["azp/node/bin/node", "azp/agent/bin/Agent.Listener", "azp/supervisor.js", "etc/ssl/own.pem"]) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), "");
    }
  });

  after(() => rmSync(root, { recursive: true }));

  const cases: [string, PathMapping, string, string][] = [
    ["a path of the image", linux, "/azp/supervisor.js", `${root}/azp/supervisor.js`],
    ["a path that does not exist yet", linux, "/azp/work/1", `${root}/azp/work/1`],
    ["a list of paths", linux, "/azp/a:/usr/bin:/azp/b", `${root}/azp/a:/usr/bin:${root}/azp/b`],
    ["the value of an option", linux, "--file=/azp/x", `--file=${root}/azp/x`],
    ["paths in a command line", linux, 'cat "/azp/x" >/azp/y', `cat "${root}/azp/x" >${root}/azp/y`],
    ["a file that is mounted into a folder of the machine", linux, "/etc/ssl/own.pem", `${root}/etc/ssl/own.pem`],
    ["the machine's own shell", linux, "/bin/sh", "/bin/sh"],
    ["another path of the machine", linux, "/etc/hosts", "/etc/hosts"],
    ["a folder that only begins alike", linux, "/azpx/y", "/azpx/y"],
    ["an address", linux, "https://azp/azp/x", "https://azp/azp/x"],
    ["a network", linux, "10.0.0.0/8", "10.0.0.0/8"],
    ["JSON", linux, '{"tool":"/azp/x"}', '{"tool":"/azp/x"}'],
    ["a Windows program", windows, "C:\\azp\\node\\node.exe", `${root}/azp/node/bin/node`],
    [
      "a Windows program beside which the other system's stands",
      windows,
      "C:\\azp\\agent\\bin\\Agent.Listener.exe",
      `${root}/azp/agent/bin/Agent.Listener`,
    ],
    ["a Windows path", windows, "C:\\azp\\work", `${root}/azp/work`],
    ["a list of Windows paths", windows, "C:\\azp\\a;D:\\b", `${root}/azp/a;${root}/b`],
    ["a path without a drive in a Windows container", windows, "/azp/supervisor.js", `${root}/azp/supervisor.js`],
  ];
  for (const [name, mapping, text, mapped] of cases) {
    it(`${name}: ${text}`, () => {
      assert.equal(mapping.inText(text), mapped);
    });
  }

  it("never lead out of the root folder", () => {
    const part = fc.constantFrom("..", ".", "azp", "a b", "\\", "C:");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const path = windows.inRoot(`C:\\${parts.join("\\")}`);
        assert.ok(path === `${root}/` || path.startsWith(`${root}/`) || path === root);
      }),
    );
  });
});
