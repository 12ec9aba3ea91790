/** Kubelet's pauses grow from 10 seconds to five minutes, for pulls and for restarts. */
export const LONGEST_BACKOFF_FACTOR = 30;
