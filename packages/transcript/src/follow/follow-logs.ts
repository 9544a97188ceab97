import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { isDraftName } from '../file/draft-name.ts'
import { toSessionKey } from '../file/log-path.ts'
import type { SessionKey } from '../store/session-key.ts'
import type { FollowItem } from '../store/transcript-store.ts'
import { createAlarm, createStoppable, type Sweeps, startSweeps } from './alarm.ts'
import { createFollowedLogs } from './followed-logs.ts'
import { createLogTree, type LogTree, type TakeLogs } from './log-tree.ts'
import type { WatchFolder } from './watch-file.ts'

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
function followLogs(
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

/**
 * Follows a session with its subagents, wherever its file lies. Old versions put the subagents of all sessions beside
 * them: those come, too, and their entries tell by `sessionId` whose they are.
 */
export function followSession(
  path: string,
  options: FollowLogsOptions,
): AsyncGenerator<FollowedItem, void, undefined> {
  return followLogs([createSessionScope(path)], options)
}

export type FollowTreeOptions = FollowLogsOptions & {
  /** Folders that hold `projects`: see `findRoots`. They need not exist yet. */
  readonly roots: readonly string[]
  /** Only these projects, by the names of their folders. */
  readonly projects?: readonly string[]
}

/** Follows whole trees: every session and subagent, those that appear later included. */
export function followTree({
  roots,
  projects,
  ...options
}: FollowTreeOptions): AsyncGenerator<FollowedItem, void, undefined> {
  return followLogs(
    roots.map(root => createTreeScope(root, projects)),
    options,
  )
}

/** Which logs below a folder are meant. Paths are relative to it. */
export type LogScope = {
  readonly top: string
  readonly wantsFolder: (relativePath: string) => boolean
  /** The key of a log; null for what is none, or none that is meant. */
  readonly keyOf: (relativePath: string) => SessionKey | null
}

/** Every log below a root, or those of some projects. */
function createTreeScope(root: string, projects?: readonly string[]): LogScope {
  const isWanted = (path: string): boolean =>
    projects === undefined || projects.includes(path.split(sep)[0] ?? '')
  return {
    top: resolve(root, 'projects'),
    wantsFolder: path =>
      isWanted(path) && path.split(sep).length <= MAX_DEPTH && !path.split(sep).some(isDraftName),
    keyOf: path => (isWanted(path) && !path.split(sep).some(isDraftName) ? toSessionKey(path) : null),
  }
}

/** A session's own log, those in its folder, and those of any subagents beside it, as old versions put them there. */
function createSessionScope(path: string): LogScope {
  const top = dirname(resolve(path))
  const file = basename(path)
  const session = file.replace(/\.jsonl$/, '')
  const project = basename(top) || 'project'
  const isBelow = (name: string): boolean => name.startsWith(session + sep)
  return {
    top,
    wantsFolder: name => name === session || isBelow(name),
    keyOf(name) {
      // Whatever its name ends with: somebody asked for it.
      if (name === file) return { project, session }
      return isBelow(name) || OLD_SUBAGENT.test(name) ? toSessionKey(join(project, name)) : null
    },
  }
}

const OLD_SUBAGENT = /^agent-[^/\\]*\.jsonl$/

// Deeper than any known layout; bounds what a strange tree costs.
const MAX_DEPTH = 8
