import { closeSync, fstatSync } from 'node:fs'
import { isObject } from '@antiphon/contract'
import { computeCost, isCompactBoundaryMessage, isMicrocompactBoundaryMessage } from '@antiphon/core'
import { scanEntries } from '@antiphon/core/log'
import {
  countCacheWrites,
  countPromptTokens,
  mergeUsage,
  toUsageSum,
  type UsageSum,
} from '@antiphon/core/usage'
import { NODE_BYTE_TEXT } from '@antiphon/transcript'
import { openForReading, visitBatches } from '../read-lines.ts'
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

/** An answer that had to read anew what the one before it had left in the prompt cache. */
export type CacheBreak = {
  readonly agent: string | null
  /** Of the answer (`message.id`). */
  readonly id: string
  readonly at: string | null
  readonly model: string
  readonly reason: CacheBreakReason
  /** The same in words. */
  readonly explanation: string
  /** Between the two requests; null where a time is missing. */
  readonly elapsedMs: number | null
  /** How many tokens the cache held that this prompt could have read. */
  readonly cachedTokens: number
  readonly readTokens: number
  /** Sent and paid for again. */
  readonly resentTokens: number
  /** What that cost beyond reading them from the cache; a lower bound where `isCostKnown` is false. */
  readonly extraUsd: number
  readonly isCostKnown: boolean
}

/** What a log can show. What changed at the beginning of a prompt it cannot. */
export type CacheBreakReason =
  | 'expired'
  | 'model-changed'
  | 'speed-changed'
  | 'compaction'
  | 'context-cleared'
  | 'prefix-changed'

export type CacheBreakReport = {
  readonly breaks: readonly CacheBreak[]
  readonly requests: number
  readonly resentTokens: number
  readonly extraUsd: number
  readonly isCostKnown: boolean
}

/** Finds where the prompt cache of a session or its subagents broke, why, and what that cost; only at times that count. */
export function computeCacheBreaks(
  threads: readonly CacheThread[],
  isCounted: (at: string | null) => boolean = () => true,
): CacheBreakReport {
  const breaks = threads.flatMap(findBreaks).filter(({ at }) => isCounted(at))
  return {
    breaks,
    requests: threads.reduce(
      (sum, { requests }) => sum + requests.filter(({ at }) => isCounted(at)).length,
      0,
    ),
    resentTokens: breaks.reduce((sum, { resentTokens }) => sum + resentTokens, 0),
    extraUsd: breaks.reduce((sum, { extraUsd }) => sum + extraUsd, 0),
    isCostKnown: breaks.every(({ isCostKnown }) => isCostKnown),
  }
}

function findBreaks({ agent, requests }: CacheThread): readonly CacheBreak[] {
  let lifetimeMs = FIVE_MINUTES_MS
  return requests.flatMap((request, index) => {
    const before = requests[index - 1]
    // An answer that only reads tells nothing of the lifetime: what it read lives as long as it was written for.
    lifetimeMs = (before && readLifetime(before.usage)) ?? lifetimeMs
    const found = before && findBreak({ before, request, lifetimeMs })
    return found ? [{ agent, ...found }] : []
  })
}

type Pair = { readonly before: CachedRequest; readonly request: CachedRequest; readonly lifetimeMs: number }

// Less than this is not cached by any model, and marks move by a few blocks from turn to turn.
const MIN_LOST_TOKENS = 1024
const MIN_LOST_SHARE = 0.05

function findBreak(pair: Pair): Omit<CacheBreak, 'agent'> | null {
  const { before, request } = pair
  const { id, at, model, usage } = request
  const held = before.usage.cache_read_input_tokens + countCacheWrites(before.usage).total
  const readTokens = usage.cache_read_input_tokens
  const cachedTokens = Math.min(held, countPromptTokens(usage))
  const lost = cachedTokens - readTokens
  if (lost < MIN_LOST_TOKENS || lost < cachedTokens * MIN_LOST_SHARE) return null
  const resent = moveToCache(usage, lost)
  const [paid, wouldBe] = [usage, resent.usage].map(used =>
    computeCost(used, { model, ...(at !== null && { at }) }),
  )
  const elapsedMs = measureElapsed(before, request)
  return {
    id,
    at,
    model,
    ...explain(pair, elapsedMs),
    elapsedMs,
    cachedTokens,
    readTokens,
    resentTokens: resent.tokens,
    extraUsd: Math.max(0, (paid?.usd ?? 0) - (wouldBe?.usd ?? 0)),
    isCostKnown: paid?.isKnown === true,
  }
}

function measureElapsed(before: CachedRequest, request: CachedRequest): number | null {
  const elapsed = Date.parse(request.startedAt ?? '') - Date.parse(before.startedAt ?? '')
  return Number.isNaN(elapsed) ? null : Math.max(0, elapsed)
}

type Explained = Pick<CacheBreak, 'reason' | 'explanation'>

function explain({ before, request, lifetimeMs }: Pair, elapsedMs: number | null): Explained {
  if (request.model !== before.model)
    return {
      reason: 'model-changed',
      explanation: `the model changed from ${before.model} to ${request.model}`,
    }
  if (request.edit === 'compaction')
    return { reason: 'compaction', explanation: 'the conversation was compacted' }
  if (elapsedMs !== null && elapsedMs >= lifetimeMs)
    return {
      reason: 'expired',
      explanation: `the cache had expired: it lives ${lifetimeMs === HOUR_MS ? 'an hour' : 'five minutes'}`,
    }
  if (request.edit === 'cleared')
    return { reason: 'context-cleared', explanation: 'old results were cleared from the context' }
  if (request.usage.speed !== before.usage.speed)
    return { reason: 'speed-changed', explanation: `the speed changed to ${request.usage.speed}` }
  return { reason: 'prefix-changed', explanation: PREFIX_CHANGED }
}

const PREFIX_CHANGED =
  'the beginning of the prompt changed: its tools, its system prompt or an earlier message; the log does not tell which'

const FIVE_MINUTES_MS = 300_000
const HOUR_MS = 3_600_000

/** Undefined for an answer that wrote nothing to the cache. */
function readLifetime(usage: UsageSum): number | undefined {
  const { total, for5m } = countCacheWrites(usage)
  if (total === 0) return undefined
  return for5m > 0 ? FIVE_MINUTES_MS : HOUR_MS
}

/** The usage as it would be had `lost` tokens been read from the cache; what was written to it anew goes first. */
function moveToCache(usage: UsageSum, lost: number): { readonly usage: UsageSum; readonly tokens: number } {
  const { total, for1h } = countCacheWrites(usage)
  const unwritten = Math.min(lost, total)
  const unwritten1h = total === 0 ? 0 : Math.round((unwritten * for1h) / total)
  const unsent = Math.min(lost - unwritten, usage.input_tokens)
  const tokens = unwritten + unsent
  return {
    tokens,
    usage: {
      ...usage,
      input_tokens: usage.input_tokens - unsent,
      cache_creation_input_tokens: total - unwritten,
      cache_creation: {
        ephemeral_1h_input_tokens: for1h - unwritten1h,
        ephemeral_5m_input_tokens: total - for1h - (unwritten - unwritten1h),
      },
      cache_read_input_tokens: usage.cache_read_input_tokens + tokens,
    },
  }
}

export type ReadCacheBreaksOptions = {
  readonly signal?: AbortSignal
  /** False for times of which nothing is told; all are unless told. */
  readonly isCounted?: (at: string | null) => boolean
}

/**
 * Finds where the prompt cache broke in the log of a session or of a subagent; holds no more of it than its answers.
 * Null where the file was cut while it was read. Throws what the system throws.
 */
export async function readCacheBreaks(
  path: string,
  { signal, isCounted }: ReadCacheBreaksOptions = {},
): Promise<CacheBreakReport | null> {
  const threads = createCacheThreads()
  const descriptor = openForReading(path)
  try {
    const stretch = { start: 0, end: fstatSync(descriptor).size, signal }
    const isWhole = await visitBatches(descriptor, stretch, ({ bytes }) => {
      for (const { entry } of scanEntries(bytes, NODE_BYTE_TEXT)) threads.add(entry)
    })
    return isWhole ? computeCacheBreaks(threads.threads(), isCounted) : null
  } finally {
    closeSync(descriptor)
  }
}
