import { lookup as lookUp } from 'node:dns'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPrivateAddress } from './private-address.ts'

export type HttpGetOptions = {
  readonly allowPrivateAddresses: boolean
  readonly signal: AbortSignal
}

/** One request, without following anything. Rejects when the name leads to a private address. */
export function httpGet(url: URL, options: HttpGetOptions): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getHttps : getHttp
  return new Promise((resolve, reject) => {
    const request = get(
      url,
      {
        headers: HEADERS,
        // A connection of its own that ends with the request.
        agent: false,
        signal: options.signal,
        ...(!options.allowPrivateAddresses && { lookup: lookUpPublic }),
      },
      resolve,
    )
    request.once('error', reject)
  })
}

/** The code of the error for a public name that leads to a private address. */
export const PRIVATE_ADDRESS = 'ERR_PRIVATE_ADDRESS'

const HEADERS = {
  accept: 'text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.1',
  'accept-encoding': 'gzip, deflate, br',
  'user-agent': 'Antiphon/0.1 (a coding agent)',
}

/** Checks the very address to which the connection goes, so that a name cannot change its mind in between. */
const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, options, (error, address, family) => {
    const addresses = typeof address === 'string' ? [{ address }] : (address ?? [])
    if (!error && addresses.some(entry => isPrivateAddress(entry.address))) {
      const refusal = Object.assign(new Error(`${hostname} is private`), { code: PRIVATE_ADDRESS })
      callback(refusal, '')
    } else callback(error, address, family)
  })
}
