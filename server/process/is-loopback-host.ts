/** Whether a host name, an address or the path of a socket is reached without leaving this machine; no name is. */
export const isLoopbackHost = (host: string): boolean =>
  /^$|^\/|^%2f|^localhost$|^127\.\d+\.\d+\.\d+$|^\[?::1\]?$/i.test(host);
