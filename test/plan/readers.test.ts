import assert from "node:assert/strict";
import fc from "fast-check";
import { formatAddress, overlap, parseAddress, parseAddressRange, prefixFor } from "../../plan/addressRange";
import { armTypes, isSubnetId, parseArmId } from "../../plan/armId";
import { parseImageReference, windowsBaseOf } from "../../plan/imageReference";
import { parseKubernetesVersion } from "../../plan/kubernetesVersions";
import { isOrganisationUrl } from "../../plan/organisationUrl";
import { parseCpu } from "../../plan/quantity";

describe("address ranges", () => {
  const octet = fc.integer({ min: 0, max: 255 });
  const range = fc
    .tuple(octet, octet, octet, octet, fc.integer({ min: 0, max: 32 }))
    .map(([a, b, c, d, prefix]) => `${a}.${b}.${c}.${d}/${prefix}`);

  it("are as large as their prefix says", () => {
    fc.assert(
      fc.property(range, (text) => {
        const parsed = parseAddressRange(text);
        assert.equal(parsed && parsed.last - parsed.first + 1, 2 ** (32 - Number(text.split("/")[1])));
      }),
    );
  });

  it("hold the address that they were written with", () => {
    fc.assert(
      fc.property(range, (text) => {
        const parsed = parseAddressRange(text);
        const address = parseAddress(text.split("/")[0] ?? "");
        assert.ok(parsed && address !== undefined && address >= parsed.first && address <= parsed.last);
      }),
    );
  });

  it("overlap exactly when one holds the other", () => {
    fc.assert(
      fc.property(range, range, (one, other) => {
        const [first, second] = [parseAddressRange(one), parseAddressRange(other)];
        assert.ok(first && second);
        // Ranges by prefix are nested or apart.
        const holds = (a: typeof first, b: typeof first) => a.first <= b.first && b.last <= a.last;
        assert.equal(overlap(first, second), holds(first, second) || holds(second, first));
      }),
    );
  });

  it("are read from four decimal parts only", () => {
    for (const text of ["10.0.0.0", "10.0/16", "0x0a.0.0.0/8", "10.0.0.0/33", "fd00::/8", "", " 10.0.0.0/8"]) {
      assert.equal(parseAddressRange(text), undefined, text);
    }
  });

  it("addresses survive being numbers", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (address) => {
        assert.equal(parseAddress(formatAddress(address)), address);
      }),
    );
  });

  it("F79: a subnet for 1280 addresses is a /21", () => {
    assert.deepEqual([1024, 1025, 1280, 2048].map(prefixFor), [22, 21, 21, 21]);
  });
});

describe("resource ids", () => {
  const subscription = "/subscriptions/00000000-0000-0000-0000-000000000000";

  it("are taken apart, in any case", () => {
    const id = `${subscription}/resourcegroups/Shared/providers/microsoft.containerregistry/registries/contoso`;
    assert.deepEqual(parseArmId(id, armTypes.registry), {
      subscriptionId: "00000000-0000-0000-0000-000000000000",
      resourceGroupName: "Shared",
      name: "contoso",
      id,
    });
  });

  it("of another type are refused", () => {
    const id = `${subscription}/resourceGroups/x/providers/Microsoft.ManagedIdentity/userAssignedIdentities/agents`;
    assert.equal(parseArmId(id, armTypes.registry), undefined);
  });

  it("of a network are no subnet", () => {
    const network = `${subscription}/resourceGroups/x/providers/Microsoft.Network/virtualNetworks/hub`;
    assert.deepEqual([isSubnetId(network), isSubnetId(`${network}/subnets/agents`)], [false, true]);
  });
});

describe("image references", () => {
  it("are taken apart as container runtimes do", () => {
    const digest = `sha256:${"a".repeat(64)}`;
    const cases: readonly (readonly [string, unknown])[] = [
      ["agent", { repository: "agent" }],
      ["localhost:5000/agents/linux:1.2.3", { repository: "localhost:5000/agents/linux", tag: "1.2.3" }],
      ["contoso.azurecr.io/agents/win:1.2_3-x", { repository: "contoso.azurecr.io/agents/win", tag: "1.2_3-x" }],
      [`contoso.azurecr.io/a__b/c--d:v1@${digest}`, { repository: "contoso.azurecr.io/a__b/c--d", tag: "v1", digest }],
      ["contoso.azurecr.io/Agents/win:1", undefined],
      ["https://contoso.azurecr.io/win:1", undefined],
      ["contoso.azurecr.io/win:", undefined],
      ["contoso.azurecr.io/win@sha256:abc", undefined],
      ["", undefined],
    ];
    for (const [text, expected] of cases) assert.deepEqual(parseImageReference(text), expected, text);
  });

  it("F01: give away the Windows version in repository or tag, the tag first", () => {
    const baseOf = (text: string) => {
      const reference = parseImageReference(text);
      return reference && windowsBaseOf(reference);
    };
    assert.deepEqual(
      [
        "acr.example/agent:win-ltsc2025",
        "acr.example/agents/windows2022:1.0",
        "acr.example/agents/windows2022:1.0-ltsc2025",
        "mcr.microsoft.com/windows/servercore:10.0.20348.5386",
        "acr.example/agent:windows-2019-5",
        "acr.example/agents/linux:1.0",
        "acr.example/agent:20220101",
      ].map(baseOf),
      ["ltsc2025", "ltsc2022", "ltsc2025", "ltsc2022", "ltsc2019", undefined, undefined],
    );
  });
});

describe("organisation URLs", () => {
  it("F32: name an organisation and nothing after it", () => {
    const good = [
      "https://dev.azure.com/contoso",
      "https://dev.azure.com/contoso/",
      "https://contoso.visualstudio.com",
    ];
    const bad = [
      "https://dev.azure.com/contoso/MyProject",
      "https://dev.azure.com//",
      "https://contoso.visualstudio.com/DefaultCollection",
      "https://dev.azure.com/contoso?x=1",
      "https://user@dev.azure.com/contoso",
      " https://dev.azure.com/contoso",
      "https://dev.azure.com.example.org/contoso",
    ];
    assert.deepEqual(
      good.map(isOrganisationUrl),
      good.map(() => true),
    );
    assert.deepEqual(
      bad.map(isOrganisationUrl),
      bad.map(() => false),
    );
  });
});

describe("quantities and versions", () => {
  it("processor shares are cores or thousandths", () => {
    const texts = ["2", "0.5", "500m", "1.5", "0", "0.0001", "-1", "1e3", "2 cores", "1.5m", ""];
    assert.deepEqual(texts.map(parseCpu), [
      2,
      0.5,
      0.5,
      1.5,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("F68: Kubernetes versions are minors or patches", () => {
    assert.deepEqual(["1.35", "1.35.4", "1.3", "2.35", "1.35.", "v1.35"].map(parseKubernetesVersion), [
      { minor: 35 },
      { minor: 35, patch: 4 },
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
