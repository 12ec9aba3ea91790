import { readFileSync } from "node:fs";
import * as ts from "typescript";

/** A property as a declaration file declares it: its type without spaces, and whether it may be left out. */
export interface DeclaredProperty {
  readonly type: string;
  readonly optional: boolean;
}

/** Properties of an interface or of a class in a declaration file, methods and static members left out. */
export function declaredProperties(file: string, name: string): Record<string, DeclaredProperty> {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const declaration = source.statements.find(
    (statement) =>
      (ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name?.text === name,
  );
  if (declaration === undefined || !(ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration))) {
    throw new Error(`${file} declares no ${name}.`);
  }
  return Object.fromEntries(
    [...declaration.members].flatMap((member) =>
      (ts.isPropertySignature(member) || ts.isPropertyDeclaration(member)) && member.type !== undefined
        ? [[member.name.getText(), { type: normalised(member.type), optional: member.questionToken !== undefined }]]
        : [],
    ),
  );
}

function normalised(type: ts.TypeNode): string {
  return type.getText().replaceAll(/\s/g, "").replaceAll(";", "");
}
