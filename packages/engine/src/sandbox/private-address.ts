import { lookup as lookUp } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** True for an address that is not on the public internet: this machine, its network, or nothing at all. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return true
  return PRIVATE.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

const PRIVATE = new BlockList()

const IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

// Beside the local ranges those that carry an IPv4 address inside (translation, 6to4, Teredo).
const IPV6: readonly (readonly [string, number])[] = [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]

for (const [network, prefix] of IPV4) PRIVATE.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of IPV6) PRIVATE.addSubnet(network, prefix, 'ipv6')

/** The code of the error for a public name that leads to a private address. */
export const PRIVATE_ADDRESS = 'ERR_PRIVATE_ADDRESS'

/** Checks the very address to which the connection goes, so that a name cannot change its mind in between. */
export const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, options, (error, address, family) => {
    const addresses = typeof address === 'string' ? [{ address }] : (address ?? [])
    if (!error && addresses.some(entry => isPrivateAddress(entry.address))) {
      const refusal = Object.assign(new Error(`${hostname} is private`), { code: PRIVATE_ADDRESS })
      callback(refusal, '')
    } else callback(error, address, family)
  })
}
