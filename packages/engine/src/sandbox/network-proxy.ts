import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { connect, isIP } from 'node:net'
import { type Duplex, duplexPair } from 'node:stream'
import { matchDomain } from '../permissions/match-domain.ts'
import { isPrivateAddress, lookUpPublic } from './private-address.ts'

// `node:http` and `node:http2` are loaded when a command first wants the network: few sessions get there.

type NetworkRules = {
  readonly allowedDomains: readonly string[]
  readonly deniedDomains: readonly string[]
}

/** What the commands of a sandbox reach of the network: the hosts that rules name, by HTTP and by CONNECT. */
export interface NetworkProxy {
  /** Serves whoever speaks at the other end of the link. */
  attach(link: Duplex, onRefused: (host: string) => void): void
  /** Serves whoever connects on this machine: for a sandbox that opens one port of it. Listens once; gives the port. */
  listen(): Promise<number>
  /** The port at which it listens; null before it does. */
  port(): number | null
  /** Tells which hosts are refused at the port until the returned function is called. */
  watch(onRefused: (host: string) => void): () => void
  close(): void
}

/** Judges by the rules as they are when a connection is asked for. */
export function createNetworkProxy(rules: () => NetworkRules): NetworkProxy {
  const links = new Set<Duplex>()
  const watchers = new Set<(host: string) => void>()
  let listening: Promise<Server> | null = null
  let port: number | null = null
  const createProxy = (onRefused: (host: string) => void): Server =>
    createProxyServer(host => {
      const judgement = judgeHost(host, rules())
      if (judgement === 'refused') onRefused(host)
      return judgement
    })
  return {
    async listen() {
      listening ??= listenHere(createProxy(host => watchers.forEach(tell => void tell(host))))
      port = portOf(await listening)
      return port
    },
    port: () => port,
    watch(onRefused) {
      watchers.add(onRefused)
      return () => void watchers.delete(onRefused)
    },
    attach(link, onRefused) {
      const proxy = createProxy(onRefused)
      const connections = process
        .getBuiltinModule('node:http2')
        .createServer({ settings: { initialWindowSize: WINDOW_BYTES } })
      connections.on('stream', stream => {
        stream.respond({ ':status': 200 })
        // The server takes a stream's own handle for that of a socket; a pair has none.
        const [near, far] = duplexPair()
        for (const end of [near, far, stream]) end.on('error', () => end.destroy())
        stream.once('close', () => near.destroy())
        stream.pipe(near).pipe(stream)
        proxy.emit('connection', far)
      })
      connections.on('sessionError', () => link.destroy())
      link.on('error', () => link.destroy())
      link.once('close', () => links.delete(link))
      links.add(link)
      connections.emit('connection', link)
    },
    close() {
      for (const link of links) link.destroy()
      void listening?.then(
        server => {
          server.close()
          server.closeAllConnections()
        },
        () => {},
      )
      listening = port = null
    },
  }
}

function createProxyServer(judge: Judge): Server {
  const proxy = process.getBuiltinModule('node:http').createServer()
  proxy.on('request', (asked, answer) => forward(asked, answer, judge))
  proxy.on('connect', (asked, client, head) => tunnel(asked, { client, head, judge }))
  proxy.on('clientError', (_, client) => client.destroy())
  return proxy
}

function listenHere(server: Server): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve(server))
    // A session ends without being held up by it.
    server.unref()
  })
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

const WINDOW_BYTES = 1_048_576

/** A host that a rule names by its own name or address may be on this machine; one that only fits a pattern may not. */
type HostJudgement = 'refused' | 'public' | 'named'

export function judgeHost(host: string, { allowedDomains, deniedDomains }: NetworkRules): HostJudgement {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (name === '' || deniedDomains.some(domain => matchDomain(domain, name))) return 'refused'
  if (allowedDomains.some(domain => domain.toLowerCase() === name)) return 'named'
  const isHere = isIP(name) !== 0 && isPrivateAddress(name)
  return !isHere && allowedDomains.some(domain => matchDomain(domain, name)) ? 'public' : 'refused'
}

type Judge = (host: string) => HostJudgement

/** A name may not lead to this machine unless the rule names an address or this machine itself. */
function toLookup(host: string, judgement: HostJudgement): { readonly lookup?: typeof lookUpPublic } {
  const isLocal =
    host === 'localhost' || host.endsWith('.localhost') || (isIP(host) !== 0 && isPrivateAddress(host))
  return judgement === 'named' && isLocal ? {} : { lookup: lookUpPublic }
}

function tunnel(
  asked: IncomingMessage,
  { client, head, judge }: { readonly client: Duplex; readonly head: Buffer; readonly judge: Judge },
): void {
  const target = URL.canParse(`http://${asked.url}`) ? new URL(`http://${asked.url}`) : null
  const host = target?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const judgement = judge(host)
  client.on('error', () => client.destroy())
  if (target === null || judgement === 'refused') {
    client.end(`HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain\r\n\r\n${explainRefusal(host)}\n`)
    return
  }
  const port = Number(target.port || 80)
  const server = connect({ host, port, allowHalfOpen: true, ...toLookup(host, judgement) })
  server.once('connect', () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    server.write(head)
    server.pipe(client)
    client.pipe(server)
  })
  server.once('error', error => client.end(`HTTP/1.1 502 Bad Gateway\r\n\r\n${error.message}\n`))
  client.once('close', () => server.destroy())
}

function forward(asked: IncomingMessage, answer: ServerResponse, judge: Judge): void {
  const url = URL.canParse(asked.url ?? '') ? new URL(asked.url ?? '') : null
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const judgement = url?.protocol === 'http:' ? judge(host) : 'refused'
  if (url === null || judgement === 'refused') {
    answer.writeHead(403, { 'content-type': 'text/plain' }).end(`${explainRefusal(host)}\n`)
    return
  }
  const { 'proxy-connection': _, 'proxy-authorization': __, ...headers } = asked.headers
  const sent = process.getBuiltinModule('node:http').request(url, {
    method: asked.method ?? 'GET',
    headers,
    agent: false,
    ...toLookup(host, judgement),
  })
  sent.once('response', reply => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(answer)
  })
  sent.once('error', error => {
    if (!answer.headersSent) answer.writeHead(502, { 'content-type': 'text/plain' })
    answer.end(`${error.message}\n`)
  })
  answer.once('close', () => sent.destroy())
  asked.pipe(sent)
}

function explainRefusal(host: string): string {
  return `The sandbox lets nothing through to ${host || 'nowhere'}: no rule in sandbox.network.allowedDomains names it.`
}
