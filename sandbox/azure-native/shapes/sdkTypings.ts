import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as ts from "typescript";
import { armPath, type Placement } from "./placement";
import type { ObjectShape, PropertyShape, Shape } from "./shape";

const keywords: ReadonlyMap<ts.SyntaxKind, Shape> = new Map([
  [ts.SyntaxKind.StringKeyword, { kind: "string" }],
  [ts.SyntaxKind.NumberKeyword, { kind: "number" }],
  [ts.SyntaxKind.BooleanKeyword, { kind: "boolean" }],
]);

/**
 * The shapes that the typings of `@pulumi/azure-native` describe. The official provider's own metadata is not
 * published; its SDK is generated from it, so the typings are the complete list of inputs and outputs.
 */
export class SdkTypings {
  private readonly root = dirname(require.resolve("@pulumi/azure-native/package.json"));
  private readonly texts = new Map<string, string>();
  private readonly shapes = new Map<string, ObjectShape>();

  /** @param placements of nested types, by module and name without suffix, such as `network.Subnet`. */
  constructor(private readonly placements: Readonly<Record<string, Placement>>) {}

  /** An interface or class that a file such as `containerservice/agentPool` declares, with the root's own placement. */
  declared(file: string, name: string, placement: Placement | undefined): ObjectShape {
    const text = this.text(`${file}.d.ts`);
    const start = text.search(new RegExp(`^export (declare class|interface) ${name} `, "m"));
    return this.shape(`${file}#${name}`, text.slice(start, text.indexOf("\n}", start) + 2), placement);
  }

  private nested(side: "inputs" | "outputs", module: string, name: string): ObjectShape {
    const key = `${side}.${module}.${name}`;
    const known = this.shapes.get(key);
    if (known !== undefined) {
      return known;
    }
    const text = this.namespace(side === "inputs" ? "types/input.d.ts" : "types/output.d.ts", module);
    const start = text.indexOf(`\n    interface ${name} {`);
    const declaration = text.slice(start, text.indexOf("\n    }\n", start) + 7);
    return this.shape(key, declaration, this.placements[`${module}.${name.replace(/(Args|Response)$/, "")}`]);
  }

  private shape(key: string, declaration: string, placement: Placement | undefined): ObjectShape {
    const known = this.shapes.get(key);
    if (known !== undefined) {
      return known;
    }
    let properties: ReadonlyMap<string, PropertyShape> | undefined;
    const parse = () => new Map(this.members(declaration, placement));
    const shape: ObjectShape = {
      kind: "object",
      get properties() {
        return (properties ??= parse());
      },
    };
    this.shapes.set(key, shape);
    return shape;
  }

  private *members(declaration: string, placement: Placement | undefined): Generator<[string, PropertyShape]> {
    const [node] = ts.createSourceFile("typings.d.ts", declaration, ts.ScriptTarget.ES2022).statements;
    if (node === undefined || !(ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node))) {
      throw new Error(`The typings of @pulumi/azure-native have no declaration here: ${declaration.slice(0, 80)}`);
    }
    for (const member of node.members) {
      const isProperty = ts.isPropertySignature(member) || ts.isPropertyDeclaration(member);
      if (isProperty && member.type !== undefined && ts.isIdentifier(member.name)) {
        const name = member.name.text;
        const shape: Shape =
          name === "userAssignedIdentities" ? identities(this.typeShape(member.type)) : this.typeShape(member.type);
        yield [name, { shape, required: member.questionToken === undefined, armPath: armPath(placement, name) }];
      }
    }
  }

  private typeShape(type: ts.TypeNode): Shape {
    const keyword = keywords.get(type.kind);
    if (keyword !== undefined) {
      return keyword;
    }
    if (ts.isArrayTypeNode(type)) {
      return { kind: "array", items: this.typeShape(type.elementType) };
    }
    if (ts.isTypeLiteralNode(type)) {
      const [signature] = type.members;
      return signature !== undefined && ts.isIndexSignatureDeclaration(signature)
        ? { kind: "map", values: this.typeShape(signature.type) }
        : { kind: "any" };
    }
    if (ts.isUnionTypeNode(type)) {
      return this.unionShape(type);
    }
    return ts.isTypeReferenceNode(type) ? this.referenceShape(type) : { kind: "any" };
  }

  /** A string or one of an open enumeration is a string; a choice between objects is passed on as it is. */
  private unionShape(type: ts.UnionTypeNode): Shape {
    const members = type.types.filter(({ kind }) => kind !== ts.SyntaxKind.UndefinedKeyword);
    const shapes = members.map((member) => this.typeShape(member));
    const [first] = shapes;
    return first !== undefined && shapes.every(({ kind }) => kind === first.kind && (kind !== "object" || !shapes[1]))
      ? first
      : { kind: "any" };
  }

  private referenceShape(type: ts.TypeReferenceNode): Shape {
    const [argument] = type.typeArguments ?? [];
    const path = entityPath(type.typeName);
    const [scope, module = "", name = ""] = path;
    if (scope === "pulumi" && argument !== undefined) {
      return this.typeShape(argument);
    }
    if (scope === "enums") {
      return { kind: "string" };
    }
    return (scope === "inputs" || scope === "outputs") && path.length === 3
      ? this.nested(scope, module, name)
      : { kind: "any" };
  }

  private text(file: string): string {
    return this.remembered(file, () => readFileSync(join(this.root, file), "utf8"));
  }

  /** One namespace of a file that has all of them, 8 MB: the rest must not stay in memory. */
  private namespace(file: string, module: string): string {
    return this.remembered(`${file}#${module}`, () => {
      const bytes = readFileSync(join(this.root, file));
      const start = bytes.indexOf(`\nexport declare namespace ${module} {`);
      return bytes.subarray(start, bytes.indexOf("\n}\n", start) + 1).toString();
    });
  }

  private remembered(key: string, read: () => string): string {
    const text = this.texts.get(key) ?? read();
    this.texts.set(key, text);
    return text;
  }
}

/** User-assigned identities are a list of ids in the SDK and the keys of an object in ARM. */
function identities(shape: Shape): Shape {
  return shape.kind === "array" ? { kind: "stringSet" } : shape;
}

function entityPath(name: ts.EntityName): string[] {
  return ts.isIdentifier(name) ? [name.text] : [...entityPath(name.left), name.right.text];
}
