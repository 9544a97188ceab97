import type { IncomingHttpHeaders } from 'node:http'

/** False for what a page of the web may have sent: it must not steer a simulator that listens on the same machine. */
export function isLocalProgram({ origin, host }: IncomingHttpHeaders): boolean {
  // A page sends no origin when it reads from what it takes for its own host, so the host must be ours.
  return origin === undefined && host !== undefined && LOCAL.test(host)
}

const LOCAL = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
