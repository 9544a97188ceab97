import type { IncomingMessage } from 'node:http'
import { isLoopback } from '../guard/host-names.ts'
import { type Refusal, refuse } from '../guard/refusal.ts'

/** A proxy that has made sure who somebody is, and says so in a header. */
export type TrustedProxy = {
  /** Its addresses; from anywhere else the header is a lie. */
  readonly addresses: readonly string[]
  readonly header: string
}

export type ProxyRequest = Pick<IncomingMessage, 'headers' | 'rawHeaders'> & {
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress' | 'localAddress'>
}

/** Who is behind a proxy, as it says; null where nobody is named, refused where somebody else says it or says it twice. */
export function readProxyIdentity(
  request: ProxyRequest,
  proxy: TrustedProxy | null,
): { readonly name: string } | Refusal | null {
  const name = proxy?.header.toLowerCase()
  const said = name === undefined ? [] : readAll(request.rawHeaders, name)
  if (proxy === null || said.length === 0) return null
  if (!proxy.addresses.includes(readPeer(request)))
    return refuse(403, 'Only the trusted proxy may say who somebody is.')
  const [only = '', ...others] = said
  return others.length === 0 && only.trim() !== ''
    ? { name: only.trim() }
    : refuse(403, 'The proxy does not say clearly who asks.')
}

/** From where somebody asks: the last address that a trusted proxy tells, else that of the connection. */
export function readCallerAddress(request: ProxyRequest, proxy: TrustedProxy | null): string {
  const peer = readPeer(request)
  if (!proxy?.addresses.includes(peer)) return peer
  const last = readAll(request.rawHeaders, 'x-forwarded-for').at(-1)?.split(',').at(-1)?.trim()
  return last !== undefined && /^[0-9a-fA-F.:]{2,45}$/.test(last) ? last : peer
}

/** Whether a connection comes from the machine itself. */
export function isFromHere(request: ProxyRequest): boolean {
  const { remoteAddress, localAddress } = request.socket
  return isLoopback(readPeer(request)) || (remoteAddress !== undefined && remoteAddress === localAddress)
}

/** Whether a proxy stands between, which may well be on this machine while whoever asks is not. */
export function isForwarded({ headers }: ProxyRequest, names: readonly string[]): boolean {
  const host = headers.host?.toLowerCase() ?? ''
  return (
    FORWARDING.some(name => headers[name] !== undefined) ||
    names.some(name => host === name || host.replace(/:\d+$/, '') === name.replace(/:\d+$/, ''))
  )
}

const FORWARDING = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/** The address at the other end, IPv4 as such. */
function readPeer({ socket }: ProxyRequest): string {
  return (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
}

function readAll(rawHeaders: readonly string[], wanted: string): readonly string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === wanted)
}
