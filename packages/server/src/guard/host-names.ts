import { hostname, networkInterfaces } from 'node:os'

/** The values of `Host` under which the server answers: no name that somebody else's DNS could lead here. */
export function listHosts({
  host,
  port,
  names: others = [],
}: {
  readonly host: string
  readonly port: number
  /** Names that somebody gave to it, with the port of a proxy before it where that is not the usual one. */
  readonly names?: readonly string[]
}): readonly string[] {
  const names = new Set([
    '127.0.0.1',
    'localhost',
    ...(isLoopback(host) ? [] : listReachable(host)),
    host,
    ...(host === '::1' ? ['::1'] : []),
  ])
  const literals = Array.from(names, name => (name.includes(':') ? `[${name}]` : name.toLowerCase()))
  const own = literals.flatMap(name => [`${name}:${port}`, ...(port === 80 ? [name] : [])])
  const given = others.map(name => name.toLowerCase())
  return [
    ...new Set([
      ...own,
      ...given,
      ...given.filter(name => !/:\d+$/.test(name)).map(name => `${name}:${port}`),
    ]),
  ]
}

/** The address to put into a link. */
export function toLinkHost(host: string): string {
  const reachable = isWildcard(host) ? (listAddresses()[0] ?? '127.0.0.1') : host
  return reachable.includes(':') ? `[${reachable}]` : reachable
}

/** True for an address that only this machine reaches. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function listReachable(host: string): readonly string[] {
  return isWildcard(host) ? [hostname(), ...listAddresses()] : []
}

/** Of this machine, as others see it; IPv4 first. */
function listAddresses(): readonly string[] {
  const all = Object.values(networkInterfaces()).flatMap(list => list ?? [])
  const others = all.filter(({ internal }) => !internal)
  return others.toSorted((one, other) => one.family.localeCompare(other.family)).map(({ address }) => address)
}
