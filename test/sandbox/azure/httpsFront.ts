import { createDefaultHttpClient, type HttpClient } from "@azure/core-rest-pipeline";

/**
 * The HTTP client of Azure's SDKs, in the part of a TLS front: the SDKs give their token to https addresses only, so they are told one.
 * @param url The emulator's own.
 */
export function httpsFront(url: () => string): HttpClient {
  const direct = createDefaultHttpClient();
  return {
    async sendRequest(request) {
      const { host, pathname, search } = new URL(request.url);
      request.headers.set("x-forwarded-proto", "https");
      request.headers.set("x-forwarded-host", host);
      const toEmulator = { url: `${url()}${pathname}${search}`, allowInsecureConnection: true };
      return { ...(await direct.sendRequest({ ...request, ...toEmulator })), request };
    },
  };
}
