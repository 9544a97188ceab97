import { isIP } from 'node:net'
import { isPrivateAddress } from '../../sandbox/private-address.ts'

/** The address that is really fetched, or why it is not. Plain HTTP is raised to HTTPS, except for private addresses. */
export function parseFetchUrl(
  text: string,
  { allowPrivateAddresses }: { readonly allowPrivateAddresses: boolean },
): URL | { readonly problem: string } {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || text.length > MAX_LENGTH)
    return { problem: 'WebFetch needs a whole address: https://example.org/page.' }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { problem: `WebFetch takes only http and https, not ${url.protocol}` }
  if (url.username !== '' || url.password !== '')
    return { problem: 'An address with a name or password in it is not fetched.' }
  const isPrivate = isPrivateHost(url.hostname)
  if (isPrivate && !allowPrivateAddresses) return { problem: describePrivate(url.hostname) }
  if (url.protocol === 'http:' && !isPrivate) url.protocol = 'https:'
  url.hash = ''
  return url
}

/** What the model reads of an address on this machine or its network. */
export function describePrivate(host: string): string {
  return `${host} is on this machine or its own network, which WebFetch does not reach. Use a command such as curl if the person wants it.`
}

const MAX_LENGTH = 8_000

/** By its name alone; a public name with a private address is found when it is looked up. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) !== 0) return isPrivateAddress(host)
  return /(?:^|\.)(?:localhost|local|internal|lan|home|corp|intranet)$/i.test(host) || !host.includes('.')
}
