/** Whether a host name, address or socket path is on this machine. The only accepted name is localhost. */
export const isLoopbackHost = (host: string): boolean =>
  /^$|^\/|^%2f|^localhost$|^127\.\d+\.\d+\.\d+$|^\[?::1\]?$/i.test(host);
