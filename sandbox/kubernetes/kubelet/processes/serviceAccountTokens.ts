import type { PodObjects, TokenRequest } from "./podObjects";

interface HeldToken {
  readonly token: string;
  readonly renewAt: number;
}

/** Kubelet asks for a new token when so much of its life is over (pkg/kubelet/token/token_manager.go). */
const RENEWED_AFTER = 0.8;

/** The service account tokens of one pod: asked for once, and again before they end. */
export class ServiceAccountTokens {
  private readonly held = new Map<string, HeldToken>();

  /** @param now Milliseconds since the epoch. */
  constructor(
    private readonly objects: Pick<PodObjects, "serviceAccountToken">,
    private readonly now: () => number = Date.now,
  ) {}

  async token(request: TokenRequest): Promise<string> {
    const key = JSON.stringify(request);
    const held = this.held.get(key);
    const asked = this.now();
    if (held !== undefined && asked < held.renewAt) {
      return held.token;
    }
    const token = await this.objects.serviceAccountToken(request);
    this.held.set(key, { token, renewAt: asked + request.expirationSeconds * 1000 * RENEWED_AFTER });
    return token;
  }
}
