/** What every Linux image has that sets no PATH of its own (moby daemon/pkg/oci/defaults.go, DefaultPathEnv). */
export const linuxPath = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
