import pulumi from "@pulumi/eslint-plugin";
import tseslint from "typescript-eslint";

/** Folders of the project that a room may not import, as a pattern over relative imports. */
const rooms = [
  "plan",
  "builds",
  "components",
  "cli",
  "sandbox",
  "policy",
  "images",
  "pipelines",
  "sdks",
  "index",
  "config",
];

/** What each room may import of the project, besides itself: the table in docs/design.md. */
const allowed = {
  plan: [],
  builds: [],
  components: ["plan", "builds", "images", "sdks"],
  cli: ["plan", "builds", "sandbox", "policy", "sdks"],
  sandbox: [],
  policy: ["plan"],
  images: [],
  sdks: [],
};

const roomRules = Object.entries(allowed).map(([room, mayImport]) => {
  const forbidden = rooms.filter((other) => other !== room && !mayImport.includes(other));
  return {
    files: [`${room}/**/*.ts`],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: `^(\\.\\./)+(${forbidden.join("|")})(/|$)`,
              message: `${room}/ may import of the project only: ${mayImport.join(", ") || "nothing"}.`,
            },
            ...(room === "plan"
              ? [{ regex: "^(@pulumi/|node:|fs$|path$|os$)", message: "plan/ is pure: no Pulumi, no I/O." }]
              : []),
          ],
        },
      ],
    },
  };
});

export default tseslint.config(
  { ignores: ["node_modules/", ".sandbox/", "sdks/**/*.js", "sdks/**/*.d.ts"] },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.recommendedTypeChecked],
    plugins: { "@pulumi": pulumi },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@pulumi/no-output-in-template-literal": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/prefer-nullish-coalescing": ["error", { ignorePrimitives: { boolean: true } }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_", argsIgnorePattern: "^_" }],
      eqeqeq: "error",
    },
  },
  { files: ["test/**/*.ts"], rules: { "@typescript-eslint/no-floating-promises": "error" } },
  ...roomRules,
);
