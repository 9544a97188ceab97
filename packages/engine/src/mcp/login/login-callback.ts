import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What an authorization server sent the person's browser back with. */
export type LoginReply = { readonly code: string; readonly issuer: string | null }

/** A page on this machine that waits for the browser to come back. */
export interface LoginCallback {
  readonly redirectUrl: string
  /** Resolves with the first answer to this login; throws where it was refused there. */
  wait(state: string): Promise<LoginReply>
  /** Takes an address that a person copied from a browser on another machine; throws where it is no answer to this login. */
  receive(address: string): void
  close(): void
}

type LoginCallbackOptions = {
  /** The port that was told to the authorization server before; any free one where it is null. */
  readonly port: number | null
  /** As it was registered by hand. */
  readonly host: '127.0.0.1' | 'localhost'
  readonly signal: AbortSignal
}

/** Listens on 127.0.0.1 alone; throws where the port is taken. */
export async function openLoginCallback({
  port,
  host,
  signal,
}: LoginCallbackOptions): Promise<LoginCallback> {
  let settle: {
    readonly resolve: (reply: LoginReply) => void
    readonly reject: (error: unknown) => void
  } | null = null
  let expected: string | null = null

  /** Whether somebody waited for this; a stranger's page may send a browser here, and ends nothing by that. */
  function take(url: URL): boolean {
    const { searchParams: words } = url
    if (url.pathname !== PATH || expected === null || words.get('state') !== expected) return false
    const [error, code] = [words.get('error'), words.get('code')]
    if (error === null && !code) return false
    expected = null
    if (error === null) settle?.resolve({ code: code ?? '', issuer: words.get('iss') })
    else settle?.reject(new Error(describeRefusal(error, words.get('error_description'))))
    return true
  }

  const server = createServer((request, response) => {
    const { port: own } = server.address() as AddressInfo
    const isMeant = request.headers.host === `${host}:${own}` && request.method === 'GET'
    const url = isMeant && URL.canParse(request.url ?? '', ORIGIN) ? new URL(request.url ?? '', ORIGIN) : null
    const isTaken = url !== null && take(url)
    response.writeHead(isTaken ? 200 : 400, HEADERS).end(isTaken ? TAKEN : NOT_MEANT)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port ?? 0, '127.0.0.1', resolve)
  })
  const onAbort = (): void => settle?.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  return {
    redirectUrl: `http://${host}:${(server.address() as AddressInfo).port}${PATH}`,
    wait(state) {
      return new Promise((resolve, reject) => {
        settle = { resolve, reject }
        expected = state
        if (signal.aborted) reject(signal.reason)
      })
    },
    receive(address) {
      if (!URL.canParse(address) || !take(new URL(address)))
        throw new Error('This address is no answer to the login that is waited for.')
    },
    close() {
      signal.removeEventListener('abort', onAbort)
      server.close()
      // The browser reads the last words first.
      setTimeout(() => server.closeAllConnections(), LAST_WORDS_MS).unref()
    },
  }
}

const PATH = '/callback'
const LAST_WORDS_MS = 1_000
/** Only for reading a path. */
const ORIGIN = 'http://127.0.0.1'

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  connection: 'close',
}

const TAKEN =
  '<!doctype html><title>Antiphon</title><p>Thank you. You can close this page and go back to Antiphon.</p>'
const NOT_MEANT =
  '<!doctype html><title>Antiphon</title><p>This is no answer to a login that Antiphon waits for.</p>'

function describeRefusal(error: string, description: string | null): string {
  const more = description ? `: ${description.slice(0, 300)}` : ''
  return `the login was refused (${error.slice(0, 80)}${more})`
}
