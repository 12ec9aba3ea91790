import assert from "node:assert/strict";
import { bypassesProxy } from "../../../images/supervisor/http/bypassesProxy";

describe("supervisor NO_PROXY", () => {
  const cases: readonly [string, string, boolean][] = [
    ["https://dev.azure.com/x", "", false],
    ["https://dev.azure.com/x", "*", true],
    ["https://dev.azure.com/x", "dev.azure.com", true],
    ["https://dev.azure.com/x", "azure.com", true],
    ["https://dev.azure.com/x", ".azure.com", true],
    ["https://dev.azure.com/x", "*.azure.com", true],
    ["https://dev.azure.com/x", "DEV.azure.com", true],
    ["https://dev.azure.com/x", "zure.com", false],
    ["https://dev.azure.com/x", "localhost, dev.azure.com", true],
    ["https://dev.azure.com/x", "localhost dev.azure.com", true],
    ["https://dev.azure.com/x", "dev.azure.com:443", true],
    ["https://dev.azure.com/x", "dev.azure.com:8443", false],
    ["http://10.0.3.4/", "10.0.0.0/16", true],
    ["http://10.1.3.4/", "10.0.0.0/16", false],
    ["http://10.0.3.4:8080/", "10.0.3.4:8080", true],
    ["http://10.0.3.4/", "10.0.0.0/99", false],
    ["http://[fd00::1]/", "fd00::/8", true],
    ["http://[fd00::1]/", "fd00::1", true],
    ["http://[fd00::1]/", "[fd00::1]:80", true],
    ["http://[fd00::1]/", "10.0.0.0/8", false],
  ];
  for (const [url, list, expected] of cases) {
    it(`${list === "" ? "nothing" : list} ${expected ? "takes" : "leaves"} ${url}`, () => {
      assert.equal(bypassesProxy(new URL(url), list), expected);
    });
  }
});
