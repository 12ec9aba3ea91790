/** A refusal of the blob service. Codes and texts: Microsoft Learn, "Blob Storage error codes" and "Status and error codes". */
export class StorageError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly detail?: string,
  ) {
    super(message);
  }

  /** The service's error body. */
  xml(requestId: string, time: Date): string {
    const message = `${this.message}\nRequestId:${requestId}\nTime:${time.toISOString()}`;
    const detail = this.detail === undefined ? "" : element("AuthenticationErrorDetail", this.detail);
    return `<?xml version="1.0" encoding="utf-8"?><Error>${element("Code", this.code)}${element("Message", message)}${detail}</Error>`;
  }
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function element(name: string, text: string): string {
  return `<${name}>${text.replaceAll(/[&<>]/g, (character) => escapes[character] ?? character)}</${name}>`;
}
