import { existsSync } from 'node:fs'
import type { StoreCopy } from '@antiphon/host'
import {
  followTree,
  readSessionSummary,
  type SessionFile,
  type SessionKey,
  toLogPath,
} from '@antiphon/transcript'
import { createBoundary } from '../logs/boundary.ts'
import { encodeLogId } from '../logs/log-id.ts'
import { toLogName } from '../logs/to-log-name.ts'
import type { RunningAgent } from '../protocol/chat-protocol.ts'
import type { SessionChange } from '../protocol/log-protocol.ts'
import { type ChangeQueue, createChangeQueue } from './change-queue.ts'
import { LIVE_MS } from './is-live.ts'
import { createPersonWatch } from './person-watch.ts'
import type { RowMaker } from './row-maker.ts'
import type { SessionCounts } from './session-counts.ts'

/** What happens to sessions, for any number of listeners; nothing is watched while there are none. */
export interface SessionFeed {
  /** Resolves when all that happens from here on is going to be told. */
  listen(signal: AbortSignal): Promise<AsyncGenerator<SessionChange, void, undefined>>
  /** These agents run now; told to all, and first of all to whoever comes. */
  tellAgents(agents: readonly RunningAgent[]): void
  /** The store of the team is not as it was, nor are these sessions of it. */
  tellStore(keys: readonly SessionKey[]): void
  /** Something is known of these logs that was not before. */
  look(files: readonly SessionFile[]): void
  /** The person's own files were changed here: nobody has to wait until that is seen. */
  lookAtPerson(): void
  close(): void
}

export type SessionFeedOptions = {
  readonly roots: readonly string[]
  /** Where the person's settings and marks are; null where nothing is. */
  readonly configFolder: string | null
  readonly beginRows: () => Promise<RowMaker>
  readonly counts: Pick<SessionCounts, 'freshen'>
  /** Whose sessions they are, where they are a team's. */
  readonly fleet: Pick<StoreCopy, 'root' | 'state'> | null
}

export function createSessionFeed({
  roots,
  configFolder,
  beginRows,
  counts,
  fleet,
}: SessionFeedOptions): SessionFeed {
  const listeners = new Set<ChangeQueue>()
  const touched = new Map<string, SessionFile>()
  // Each is looked at again when it has been silent for long enough to be no longer live.
  const silences = new Map<string, NodeJS.Timeout>()
  // When each was last written by its own words, and when that was seen to change.
  const growth = new Map<string, Growth>()
  const person = createPersonWatch(configFolder, {
    onSettings: report => push({ kind: 'settings', report }),
    onMarks: keys => look(keys.flatMap(key => findFiles(key, roots))),
  })
  let watching: { readonly stop: AbortController; readonly ready: Promise<void> } | null = null
  let telling: NodeJS.Timeout | undefined
  let recount: NodeJS.Timeout | undefined
  let agents: readonly RunningAgent[] = []

  return {
    async listen(signal) {
      const queue = createChangeQueue(signal)
      queue.push({ kind: 'agents', agents })
      if (fleet) queue.push({ kind: 'store', store: fleet.state() })
      listeners.add(queue)
      signal.addEventListener('abort', () => leave(queue), { once: true })
      watching ??= watch()
      await person.begin()
      await watching.ready
      return queue.changes()
    },
    tellAgents(running) {
      agents = running
      push({ kind: 'agents', agents })
    },
    tellStore(keys) {
      if (!fleet) return
      push({ kind: 'store', store: fleet.state() })
      look(keys.filter(isSession).map(key => toFile(fleet.root, key)))
    },
    look,
    lookAtPerson: person.look,
    close: stop,
  }

  function push(change: SessionChange): void {
    for (const queue of listeners) queue.push(change)
  }

  function look(files: readonly SessionFile[]): void {
    if (!watching) return
    for (const file of files) touched.set(file.path, file)
    if (touched.size > 0) telling ??= setTimeout(tell, TELL_MS)
  }

  function leave(queue: ChangeQueue): void {
    listeners.delete(queue)
    if (listeners.size === 0) stop()
  }

  function stop(): void {
    watching?.stop.abort()
    person.end()
    watching = null
    clearTimeout(telling)
    clearTimeout(recount)
    recount = undefined
    telling = undefined
    for (const timer of silences.values()) clearTimeout(timer)
    silences.clear()
    touched.clear()
  }

  function watch(): { readonly stop: AbortController; readonly ready: Promise<void> } {
    const stop = new AbortController()
    const ready = new Promise<void>(resolve => {
      stop.signal.addEventListener('abort', () => resolve())
      void follow(stop.signal, resolve).then(resolve, resolve)
    })
    return { stop, ready }
  }

  async function follow(signal: AbortSignal, onReady: () => void): Promise<void> {
    for await (const { path } of followTree({ roots, from: 'now', signal, onReady })) {
      const file = toSessionFile(path, roots)
      if (file) touch(file)
    }
  }

  function touch(file: SessionFile): void {
    touched.set(file.path, file)
    const silence = silences.get(file.path)
    if (silence) silence.refresh()
    else silences.set(file.path, setTimeout(() => lookAgain(file), LIVE_MS + TELL_MS).unref())
    telling ??= setTimeout(tell, TELL_MS)
  }

  function lookAgain(file: SessionFile): void {
    silences.delete(file.path)
    look([file])
  }

  async function tell(): Promise<void> {
    const files = [...touched.values()]
    touched.clear()
    const rows = await beginRows()
    for (const file of files) {
      const change = await readChange(file, { roots, rows, growth })
      if (change) push(change)
    }
    telling = undefined
    // Counted anew when it has grown for a while, and not with every line.
    recount ??= setTimeout(() => {
      recount = undefined
      counts.freshen()
    }, COUNT_MS).unref()
    // What came while they were read.
    if (touched.size > 0 && watching) telling = setTimeout(tell, TELL_MS)
  }
}

/** So often at most a session that is written without pause is told. */
const TELL_MS = 200
const COUNT_MS = 3000

/** The session that a log belongs to, its own or a subagent's; null for what is none. */
export function toSessionFile(path: string, roots: readonly string[]): SessionFile | null {
  const name = toLogName(path, roots)
  if (!name || !isSession(name.key)) return null
  const { project, session } = name.key
  const key = { project, session }
  return toFile(name.root, key)
}

/** What a subagent said belongs to another session. */
export function isSession({ session }: SessionKey): boolean {
  return !session.startsWith('agent-')
}

function toFile(root: string, key: SessionKey): SessionFile {
  return { kind: 'session', key, root, path: toLogPath(root, key) }
}

type Growth = { readonly endedAt: string | undefined; readonly grewAt: number | undefined }

type ChangeOptions = {
  readonly roots: readonly string[]
  readonly rows: RowMaker
  readonly growth: Map<string, Growth>
}

async function readChange(
  file: SessionFile,
  { roots, rows, growth }: ChangeOptions,
): Promise<SessionChange | null> {
  if (!existsSync(file.path)) {
    const row = rows.makeHeadRow(file.key)
    return row ? { kind: 'changed', row } : { kind: 'gone', id: encodeLogId(file) }
  }
  if (!createBoundary(roots)(file.path)) return null
  const summary = await readSessionSummary(file)
  if (summary.kind === 'problem' || summary.isSidechain) return null
  const { endedAt } = summary
  const before = growth.get(file.path)
  // A writer whose clock is wrong is seen by what it adds.
  const isLater = before?.endedAt !== undefined && endedAt !== undefined && endedAt > before.endedAt
  const grewAt = isLater ? Date.now() : before?.grewAt
  growth.set(file.path, { endedAt, grewAt })
  return { kind: 'changed', row: await rows.makeRow(summary, grewAt) }
}

/** The logs of a session that is marked, in whichever root it lies. */
function findFiles(key: SessionKey, roots: readonly string[]): readonly SessionFile[] {
  return roots.map(root => toFile(root, key)).filter(({ path }) => existsSync(path))
}
