/** A role that Azure has from the beginning. Actions and data actions are those of its permissions; `*` stands for anything. */
export interface BuiltInRole {
  /** Name of its definition, a GUID in lower case, the same in every tenant. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** What it allows on resources. Default: nothing. */
  readonly actions?: readonly string[];
  /** What `actions` shall not allow although they match. Default: nothing. */
  readonly notActions?: readonly string[];
  /** What it allows on what is in resources, such as blobs. Default: nothing. */
  readonly dataActions?: readonly string[];
  /** What `dataActions` shall not allow although they match. Default: nothing. */
  readonly notDataActions?: readonly string[];
}
