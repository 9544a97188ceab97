import { isObject } from '@antiphon/contract'
import { isCompactBoundaryMessage, isMicrocompactBoundaryMessage } from '@antiphon/core'
import { mergeUsage, toUsageSum, type UsageSum } from '@antiphon/core/usage'
import { toAnswerReport } from './answer-report.ts'
import { readText } from './read-text.ts'

/** One answer as the prompt cache sees it. */
export type CachedRequest = {
  readonly id: string
  readonly model: string
  readonly usage: UsageSum
  /** When the answer was told first. */
  readonly at: string | null
  /** When the request was sent, as far as the log tells: when the prompt or the result before it was said. */
  readonly startedAt: string | null
  /** What happened to the context since the request before. */
  readonly edit: 'compaction' | 'cleared' | null
}

/** A session or one of its subagents: each has a cache of its own. */
export type CacheThread = {
  /** Null for the session itself. */
  readonly agent: string | null
  readonly requests: readonly CachedRequest[]
}

/** Sorts the requests of a log by who made them. */
export interface CacheThreads {
  add(entry: unknown): void
  threads(): readonly CacheThread[]
}

export function createCacheThreads(): CacheThreads {
  const threads = new Map<string, OpenThread>()
  const roots = new Map<string, string>()

  /** Older versions do not name the subagent: then its first message does. */
  function nameOf(entry: object): string {
    if (!('isSidechain' in entry) || entry.isSidechain !== true) return MAIN
    const agent = readText(entry, 'agentId')
    if (agent !== undefined) return agent
    const uuid = readText(entry, 'uuid') ?? ''
    const root = roots.get(readText(entry, 'parentUuid') ?? '') ?? uuid
    roots.set(uuid, root)
    return root
  }

  return {
    add(entry) {
      if (!isObject(entry)) return
      const name = nameOf(entry)
      const thread = threads.get(name) ?? createThread()
      threads.set(name, thread)
      addEntry(thread, entry)
    },
    threads: () =>
      Array.from(threads, ([name, { requests }]) => ({
        agent: name === MAIN ? null : name,
        requests: [...requests.values()],
      })).filter(({ requests }) => requests.length > 0),
  }
}

const MAIN = ''

type OpenThread = {
  readonly requests: Map<string, CachedRequest>
  saidAt: string | null
  edit: CachedRequest['edit']
}

function createThread(): OpenThread {
  return { requests: new Map(), saidAt: null, edit: null }
}

function addEntry(thread: OpenThread, entry: object): void {
  const report = toAnswerReport(entry)
  if (report) {
    const { id, model, at } = report
    const usage = toUsageSum(report.usage)
    const before = thread.requests.get(id)
    if (before) thread.requests.set(id, { ...before, usage: mergeUsage(before.usage, usage) })
    else {
      thread.requests.set(id, { id, model, usage, at, startedAt: thread.saidAt ?? at, edit: thread.edit })
      thread.edit = null
      thread.saidAt = null
    }
  } else if (isCompactBoundaryMessage(entry)) thread.edit = 'compaction'
  else if (isMicrocompactBoundaryMessage(entry) || isSnip(entry)) thread.edit ??= 'cleared'
  else if ('type' in entry && entry.type === 'user')
    thread.saidAt = readText(entry, 'timestamp') ?? thread.saidAt
}

function isSnip(entry: object): boolean {
  return 'subtype' in entry && entry.subtype === 'snip_boundary'
}
