import { relative, sep } from 'node:path'
import type { SessionKey } from '../store/session-key.ts'
import type { FollowItem } from '../store/transcript-store.ts'
import { createAlarm } from './alarm.ts'
import { createStoppable } from './create-stoppable.ts'
import { createFollowedLogs } from './followed-logs.ts'
import type { LogScope } from './log-scope.ts'
import { createLogTree, type LogTree, type TakeLogs } from './log-tree.ts'
import { type Sweeps, startSweeps } from './start-sweeps.ts'
import type { WatchFolder } from './watch-folder.ts'

/** What happened to one of several logs. */
export type FollowedItem = {
  readonly path: string
  readonly key: SessionKey
  readonly item: FollowItem
}

export type FollowLogsOptions = {
  /** `now`: of logs that are there already only what is added; `start`: all of them. New logs always from their start. */
  readonly from: 'now' | 'start'
  /** Where to begin in logs of which something was read before, by path. */
  readonly positions?: ReadonlyMap<string, number>
  readonly signal?: AbortSignal
  /** Called when all that is written from here on is going to be given. */
  readonly onReady?: () => void
  readonly watchFolder?: WatchFolder
  /** The shortest time between two sweeps, which find what no watch told. */
  readonly sweepMs?: number
}

/**
 * Follows every log of some scopes; those that rest cost no descriptor. A log that cannot be read is left out until it
 * changes.
 */
export function followLogs(
  scopes: readonly LogScope[],
  options: FollowLogsOptions,
): AsyncGenerator<FollowedItem, void, undefined> {
  return createStoppable(options.signal, signal => follow(scopes, { ...options, signal }))
}

async function* follow(
  scopes: readonly LogScope[],
  options: FollowLogsOptions & { readonly signal: AbortSignal },
): AsyncGenerator<FollowedItem, void, undefined> {
  const { signal, from, positions } = options
  const alarm = createAlarm(signal)
  const logs = createFollowedLogs({ from, positions, onTouch: alarm.ring })
  const watching = options.watchFolder ? { watchFolder: options.watchFolder } : {}
  const trees = scopes.map(scope => createLogTree({ scope, onLog: logs.touch, ...watching }))
  const sweep = (): Promise<void> => logs.compare(take => sweepAll(trees, take))
  let sweeps: Sweeps | undefined
  try {
    await sweep()
    options.onReady?.()
    sweeps = startSweeps({ sweep, restMs: () => options.sweepMs ?? restOf(trees) })
    while (!signal.aborted) {
      for (let log = logs.takeTouched(); log !== undefined; log = logs.takeTouched()) {
        const key = keyOf(log.path, scopes)
        for await (const item of key ? skipUnreadable(logs.look(log)) : []) {
          if (key) yield { path: log.path, key, item }
          if (signal.aborted) return
        }
      }
      await alarm.wait()
    }
  } finally {
    for (const tree of trees) tree.close()
    await sweeps?.stop()
    await logs.close()
  }
}

async function sweepAll(trees: readonly LogTree[], take: TakeLogs): Promise<void> {
  await Promise.all(trees.map(tree => tree.sweep(take)))
}

const SWEEP_MS = 5000
const BLIND_SWEEP_MS = 1000

function restOf(trees: readonly LogTree[]): number {
  return trees.some(tree => tree.isBlind()) ? BLIND_SWEEP_MS : SWEEP_MS
}

function keyOf(path: string, scopes: readonly LogScope[]): SessionKey | null {
  for (const { top, keyOf } of scopes) {
    const key = path.startsWith(top + sep) ? keyOf(relative(top, path)) : null
    if (key) return key
  }
  return null
}

async function* skipUnreadable(
  items: AsyncGenerator<FollowItem, void, undefined>,
): AsyncGenerator<FollowItem, void, undefined> {
  try {
    yield* items
  } catch (error) {
    // An error of the system is about this file; any other is a bug.
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}
