import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { lookUpPublic } from '../../sandbox/private-address.ts'

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

const HEADERS = {
  accept: 'text/markdown, text/html;q=0.9, text/plain;q=0.8, */*;q=0.1',
  'accept-encoding': 'gzip, deflate, br',
  'user-agent': 'Antiphon/0.1 (a coding agent)',
}
