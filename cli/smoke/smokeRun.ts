/** What every part of a smoke check shares. */
export interface SmokeRun {
  readonly namespace: string;
  /** Aborted by an interrupt: what waits gives up. */
  readonly signal: AbortSignal;
  /** Shows what is waited for. The same words again show nothing. */
  readonly progress: (message: string) => void;
  readonly pace: SmokePace;
}

export interface SmokePace {
  /** Between two looks. */
  readonly pauseMilliseconds: number;
  /** How long a way may need until it leads to pods that are ready: endpoints, kube-proxy and DNS follow by themselves. */
  readonly settleSeconds: number;
  /** How long an image pull or a crash may go on before it counts as final. */
  readonly stuckSeconds: number;
}

export const usualPace: SmokePace = { pauseMilliseconds: 1000, settleSeconds: 60, stuckSeconds: 180 };
