import { randomUUID } from 'node:crypto'
import type { LocalCall } from '@antiphon/engine'
import type { HeadlessSession } from '../headless-session.ts'
import { formatServer, formatServers } from './format-servers.ts'

/** `/mcp`: the servers of the session; `login`, `logout` and `reconnect` do something for one of them. */
export async function runMcpCommand(session: HeadlessSession, { args, signal }: LocalCall): Promise<string> {
  const { servers } = session.agent.servers
  const [word = '', name = '', address = ''] = args.split(/\s+/)
  const all = servers.status()
  if (word === '') return formatServers(all)
  const one = all.find(server => server.name === (isAction(word) ? name : word))
  const names = all.map(server => server.name).join(', ') || 'none'
  if (!one)
    return `${name === '' && isAction(word) ? `Which server? /mcp ${word} NAME` : `There is no MCP server ${name || word}`}; there is ${names}.`
  switch (word) {
    case 'login':
      return address === '' ? login(session, one.name, signal) : finish(session, one.name, address)
    case 'logout':
      return (await servers.logout(one.name))
        ? `Logged out of ${one.name}.`
        : `There was no login at ${one.name}.`
    case 'reconnect':
      await servers.reconnect(one.name)
      return `Connected to ${one.name} again.`
    default:
      return [...formatServer(one), ...servers.log(one.name).map(line => `    ${line}`)].join('\n')
  }
}

function isAction(word: string): boolean {
  return ACTIONS.includes(word)
}

const ACTIONS = ['login', 'logout', 'reconnect']

/** Whoever shows the conversation opens the page when the person agrees; without one the link is printed. */
async function login({ agent }: HeadlessSession, name: string, signal: AbortSignal): Promise<string> {
  const ask = agent.serverHost?.onElicitation
  await agent.servers.servers.login(name, {
    signal,
    async show(url) {
      if (!ask) {
        await agent.io.stderr.write(`Open this page to log in at ${name}:\n${url}\n`)
        return true
      }
      const question = { mode: 'url' as const, url, elicitationId: randomUUID() }
      const answer = await ask(
        { serverName: name, message: 'Open this page to log in?', ...question },
        signal,
      )
      return answer?.action === 'accept'
    },
  })
  return `Logged in at ${name}.`
}

async function finish({ agent }: HeadlessSession, name: string, address: string): Promise<string> {
  await agent.servers.servers.finishLogin(name, address)
  return `The answer is passed on to the login at ${name}.`
}
