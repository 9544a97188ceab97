import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FleetStore, LogWriter } from '@antiphon/transcript'
import { type FleetKind, type FleetServer, ON_POSTGRES } from './fleet-kinds.ts'
import { collect, startAntiphon } from './spawn-antiphon.ts'
import type { Ran } from './test-io.ts'

/** A store of a test's own, and hosts that share it: each with a home of its own. */
export type FleetKit = {
  readonly server: FleetServer
  readonly url: string
  readonly base: string
  /** A host, and who works there. */
  readonly host: (name: string, person?: string) => FleetHost
  /** The store as a program of its own has it. */
  readonly open: (writer?: LogWriter) => Promise<FleetStore>
  readonly close: () => Promise<void>
}

export type FleetHost = {
  readonly home: string
  /** Where Claude Code keeps sessions. */
  readonly root: string
  readonly env: Readonly<Record<string, string>>
  readonly run: (...argv: readonly string[]) => Promise<Ran>
}

export async function createFleetKit(kind: FleetKind = ON_POSTGRES): Promise<FleetKit> {
  const server = await kind.start()
  const base = mkdtempSync(join(tmpdir(), 'antiphon-fleet-'))
  const care = kind.openCare(server.url)
  await care.migrate()
  await care.close()
  return {
    ...{ server, base, url: server.url },
    open: writer => kind.open({ url: server.url, ...(writer && { writer }) }),
    host(name, person = 'ana') {
      const home = join(base, name)
      const root = join(home, '.claude')
      mkdirSync(join(root, 'projects'), { recursive: true })
      const env = {
        ...{ HOME: home, CLAUDE_CONFIG_DIR: '', ANTIPHON_CONFIG_DIR: '', ANTIPHON_STORE: server.url },
        ...{ ANTIPHON_HOST: name, ANTIPHON_PERSON: person },
      }
      return {
        ...{ home, root, env },
        run(...argv) {
          const child = startAntiphon(argv, env)
          child.stdin.on('error', () => {})
          child.stdin.end()
          return collect(child)
        },
      }
    },
    async close() {
      await server.close()
      rmSync(base, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
