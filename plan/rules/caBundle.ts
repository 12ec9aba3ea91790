import { pemContent } from "../certificates";
import { everyClass, type Rule } from "./rule";

export const caBundleRules: readonly Rule[] = [
  {
    code: "ca-bundle-source",
    severity: "refusal",
    check: (input) =>
      everyClass(input, ({ caBundle }, path) => {
        if (caBundle === undefined || (caBundle.pem === undefined) !== (caBundle.configMap === undefined)) return [];
        return [
          {
            path: `${path}.caBundle`,
            related: [`${path}.caBundle.pem`, `${path}.caBundle.configMap`],
            message:
              caBundle.pem === undefined
                ? "Nothing says where the certificates come from."
                : "The certificates come from two places.",
            remedy: "Set exactly one of pem and configMap.",
          },
        ];
      }),
  },
  {
    code: "ca-bundle-private-key",
    severity: "refusal",
    check: (input) =>
      everyClass(input, ({ caBundle }, path) =>
        caBundle?.pem !== undefined && pemContent(caBundle.pem).privateKey
          ? [
              {
                path: `${path}.caBundle.pem`,
                message: "There is a private key among the certificates, in plain text in the stack file.",
                remedy: "Take it out, and count it as known to others: only certificates belong here.",
              },
            ]
          : [],
      ),
  },
  {
    code: "ca-bundle-pem",
    severity: "refusal",
    check: (input) =>
      everyClass(input, ({ caBundle }, path) => {
        if (caBundle?.pem === undefined) return [];
        const { certificates, unreadable, privateKey } = pemContent(caBundle.pem);
        if (privateKey || (certificates > 0 && unreadable === 0)) return [];
        return [
          {
            path: `${path}.caBundle.pem`,
            message:
              certificates + unreadable === 0
                ? "There is no certificate in it."
                : `${unreadable} of ${certificates + unreadable} blocks are no whole certificates.`,
            remedy:
              "Use PEM: blocks from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----, as a YAML text block (pem: |).",
          },
        ];
      }),
  },
];
