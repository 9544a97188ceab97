import { existsSync } from 'node:fs'
import { followTree, readSessionSummary, type SessionFile, toLogPath } from '@antiphon/transcript'
import { createBoundary } from '../logs/boundary.ts'
import { encodeLogId } from '../logs/log-id.ts'
import { toLogName } from '../logs/to-log-name.ts'
import type { RunningAgent } from '../protocol/chat-protocol.ts'
import type { SessionChange } from '../protocol/log-protocol.ts'
import { type ChangeQueue, createChangeQueue } from './change-queue.ts'
import { isLive, LIVE_MS } from './is-live.ts'
import { toSessionRow } from './to-session-row.ts'

/** What happens to sessions, for any number of listeners; nothing is watched while there are none. */
export interface SessionFeed {
  /** Resolves when all that happens from here on is going to be told. */
  listen(signal: AbortSignal): Promise<AsyncGenerator<SessionChange, void, undefined>>
  /** These agents run now; told to all, and first of all to whoever comes. */
  tellAgents(agents: readonly RunningAgent[]): void
  close(): void
}

export function createSessionFeed(roots: readonly string[]): SessionFeed {
  const listeners = new Set<ChangeQueue>()
  const touched = new Map<string, SessionFile>()
  // Each is looked at again when it has been silent for long enough to be no longer live.
  const silences = new Map<string, NodeJS.Timeout>()
  let watching: { readonly stop: AbortController; readonly ready: Promise<void> } | null = null
  let telling: NodeJS.Timeout | undefined
  let agents: readonly RunningAgent[] = []

  return {
    async listen(signal) {
      const queue = createChangeQueue(signal)
      queue.push({ kind: 'agents', agents })
      listeners.add(queue)
      signal.addEventListener('abort', () => leave(queue), { once: true })
      watching ??= watch()
      await watching.ready
      return queue.changes()
    },
    tellAgents(running) {
      agents = running
      for (const queue of listeners) queue.push({ kind: 'agents', agents })
    },
    close: stop,
  }

  function leave(queue: ChangeQueue): void {
    listeners.delete(queue)
    if (listeners.size === 0) stop()
  }

  function stop(): void {
    watching?.stop.abort()
    watching = null
    clearTimeout(telling)
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
      const name = toLogName(path, roots)
      if (!name || name.key.session.startsWith('agent-')) continue
      const { project, session } = name.key
      const key = { project, session }
      touch({ kind: 'session', key, root: name.root, path: toLogPath(name.root, key) })
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
    touched.set(file.path, file)
    telling ??= setTimeout(tell, TELL_MS)
  }

  async function tell(): Promise<void> {
    const files = [...touched.values()]
    touched.clear()
    for (const file of files) {
      const change = await readChange(file, roots)
      if (change) for (const queue of listeners) queue.push(change)
    }
    telling = undefined
    // What came while they were read.
    if (touched.size > 0 && watching) telling = setTimeout(tell, TELL_MS)
  }
}

/** So often at most a session that is written without pause is told. */
const TELL_MS = 200

async function readChange(file: SessionFile, roots: readonly string[]): Promise<SessionChange | null> {
  if (!existsSync(file.path)) return { kind: 'gone', id: encodeLogId(file) }
  if (!createBoundary(roots)(file.path)) return null
  const summary = await readSessionSummary(file)
  if (summary.kind === 'problem' || summary.isSidechain) return null
  const { path, modifiedAt } = summary
  const live = await isLive({ path, changedAt: Date.parse(modifiedAt), now: Date.now() })
  return { kind: 'changed', row: toSessionRow(summary, live) }
}
