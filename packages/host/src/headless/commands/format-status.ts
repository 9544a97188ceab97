import { formatCount } from '@antiphon/core/ui'
import { readVersion } from '../../version.ts'
import type { HeadlessSession } from '../headless-session.ts'

/** A session in a few lines: which it is, who answers, what it may do and where. */
export function formatStatus({ agent }: HeadlessSession): string {
  const { engine, sessionId, cwd, provider, recording, keySource, servers } = agent
  const status = servers.servers.status()
  const connected = status.filter(server => server.status === 'connected').length
  const rows: readonly (readonly [string, string])[] = [
    ['Session', sessionId],
    ['Log', agent.flags.sessionPersistence ? recording.path : 'none: nothing is kept'],
    ['Folder', cwd],
    ['Model', engine.model()],
    ['Mode', engine.permissions().mode],
    ['API', `${provider.name}, key: ${keySource}`],
    ['Servers', `${connected} of ${status.length} connected`],
    ['Messages', formatCount(engine.messages().length, 'message')],
    ['Version', `Antiphon ${readVersion()}`],
  ]
  return rows.map(([name, value]) => `${name.padEnd(9)} ${value}`).join('\n')
}
