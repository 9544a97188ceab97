import { setTimeout as wait } from 'node:timers/promises'
import type { Connections } from '../connection/connections.ts'
import { SCHEMA } from '../schema/schema-name.ts'
import type { StoredLogState } from './read-lines.ts'

/** Looks at all logs that somebody follows by one question, again and again while anybody does. */
export interface LogWatch {
  /** Resolves with how the log is, once that differs from what is known of it; with undefined when the signal aborts. */
  next(
    name: string,
    known: StoredLogState | null,
    signal: AbortSignal | undefined,
  ): Promise<StoredLogState | null | undefined>
}

type Watcher = {
  readonly name: string
  readonly known: StoredLogState | null
  readonly resolve: (state: StoredLogState | null | undefined) => void
}

/**
 * Polls rather than listens: a notification for each commit takes a lock that all commits share and is lost by a
 * connection that breaks, and a question works through every pooler.
 */
export function createLogWatch(connections: Connections, pauseMs: number = PAUSE_MS): LogWatch {
  const watchers = new Set<Watcher>()
  let isLooking = false

  async function look(): Promise<void> {
    isLooking = true
    while (watchers.size > 0) {
      // Whoever comes while the question is on its way was not asked for, and may know more than its answer.
      const asking = [...watchers]
      const names = [...new Set(asking.map(({ name }) => name))]
      const states = await readStates(connections, names).catch(() => null)
      for (const watcher of states ? asking : []) {
        const state = states?.get(watcher.name) ?? null
        if (!isSame(state, watcher.known) && watchers.delete(watcher)) watcher.resolve(state)
      }
      await wait(pauseMs, undefined, { ref: false })
    }
    isLooking = false
  }

  return {
    next: (name, known, signal) =>
      new Promise(resolve => {
        const watcher: Watcher = {
          ...{ name, known },
          resolve(state) {
            signal?.removeEventListener('abort', leave)
            resolve(state)
          },
        }
        const leave = (): void => {
          if (watchers.delete(watcher)) resolve(undefined)
        }
        if (signal?.aborted) return resolve(undefined)
        signal?.addEventListener('abort', leave, { once: true })
        watchers.add(watcher)
        if (!isLooking) void look()
      }),
  }
}

const PAUSE_MS = 50

async function readStates(
  connections: Connections,
  names: readonly string[],
): Promise<ReadonlyMap<string, StoredLogState>> {
  const rows = await connections.run({
    text: `SELECT name, life, born::text, ends FROM ${SCHEMA}.logs WHERE name = ANY($1::uuid[])`,
    values: [names],
  })
  return new Map(
    rows.map(([name, life, born, ends]) => [
      String(name),
      { life: String(life), born: String(born), end: Number(ends) },
    ]),
  )
}

function isSame(one: StoredLogState | null, other: StoredLogState | null): boolean {
  return one?.life === other?.life && one?.end === other?.end
}
