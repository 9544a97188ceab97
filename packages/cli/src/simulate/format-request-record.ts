import { formatCount, formatLarge, stripControl } from '@antiphon/core/ui'
import type { CacheMiss, ReplayModel, RequestRecord } from '@antiphon/simulator'
import type { Screen } from '../terminal/screen.ts'

/** A request as it is watched: one line for what happened, more for what went wrong. */
export function formatRequestRecord(record: RequestRecord, { palette }: Screen): readonly string[] {
  const time = palette.dim(record.receivedAt.slice(11, 19))
  const status = record.status === 200 ? palette.green('200') : palette.red(String(record.status || '---'))
  const parts = [time, status, describeRequest(record), ...describeAnswer(record)]
  return [
    parts.join('  '),
    ...formatRefusal(record).map(line => `          ${palette.yellow(line)}`),
    ...formatMiss(record.cache?.miss ?? null).map(line => `          ${palette.magenta(line)}`),
  ]
}

function describeRequest({ request, isStream }: RequestRecord): string {
  const messages: unknown = request?.messages
  const count = Array.isArray(messages) ? messages.length : 0
  const model = typeof request?.model === 'string' ? clean(request.model) : 'no model'
  return `${model}  ${count} message${count === 1 ? '' : 's'}${isStream ? ', streamed' : ''}`
}

function describeAnswer({ answer, cache }: RequestRecord): readonly string[] {
  if (!answer || !cache) return []
  const input = cache.inputTokens + cache.readTokens + cache.written5mTokens + cache.written1hTokens
  const share = input === 0 ? 0 : Math.round((100 * cache.readTokens) / input)
  const usage = answer.usage as { readonly output_tokens?: number } | undefined
  return [
    `in ${formatLarge(input)} (${share}% cached)  out ${formatLarge(usage?.output_tokens ?? 0)}`,
    clean(String(answer.stop_reason)),
  ]
}

function formatRefusal({ refusal, fault }: RequestRecord): readonly string[] {
  const because = fault ? [`fault: ${fault.kind}`] : []
  if (!refusal) return because
  const rule = refusal.rule === undefined ? '' : `${refusal.rule} `
  return [
    ...because,
    `${rule}${refusal.errorType}: ${clean(refusal.message)}${refusal.isInvented ? ' (our words)' : ''}`,
  ]
}

/** Why the cache did not help, and where the request first differs from the one before. */
function formatMiss(miss: CacheMiss | null): readonly string[] {
  if (!miss) return []
  const place = miss.path === undefined ? '' : ` at ${miss.path}`
  const difference =
    miss.before === undefined || miss.after === undefined
      ? []
      : [`  was ${clean(miss.before)}`, `  is  ${clean(miss.after)}`]
  return [`cache: ${REASONS[miss.reason]}${place}`, ...difference]
}

const REASONS: Readonly<Record<CacheMiss['reason'], string>> = {
  model_changed: 'another model',
  tools_changed: 'the tools changed',
  system_changed: 'the system prompt changed',
  messages_changed: 'an earlier message changed',
  settings_changed: 'a setting changed (thinking, effort, tool choice or speed)',
  expired: 'the entry had run out',
  too_short: 'too short to be cached by this model',
  too_far_back: 'the last entry is more than 20 blocks before the mark',
  no_marks: 'no cache_control in this request',
}

function clean(text: string): string {
  return stripControl(text.replace(/\s+/g, ' '))
}

/** What a simulator did until it was ended. */
type SimulationSummary = {
  readonly requests: number
  readonly refused: Readonly<Record<string, number>>
  readonly replay: {
    readonly given: number
    readonly all: number
    readonly differences: ReturnType<ReplayModel['differences']>
  } | null
}

/** Counts as requests come, so that memory does not grow with them. */
export function createSimulationCounter(replay: ReplayModel | null): {
  readonly add: (record: RequestRecord) => void
  readonly summary: () => SimulationSummary
} {
  const refused: Record<string, number> = {}
  let requests = 0
  return {
    add({ refusal }) {
      requests++
      if (!refusal) return
      const name = refusal.rule ?? String(refusal.status)
      refused[name] = (refused[name] ?? 0) + 1
    },
    summary: () => ({
      requests,
      refused,
      replay: replay && { ...replay.progress(), differences: replay.differences() },
    }),
  }
}

/** The summary for a person. */
export function formatSimulationSummary(summary: SimulationSummary, { palette }: Screen): readonly string[] {
  const refused = Object.entries(summary.refused).map(([rule, count]) => `${rule} × ${count}`)
  const lines = [
    `${formatCount(summary.requests, 'request')}${refused.length > 0 ? `, refused: ${refused.join(', ')}` : ', none refused'}`,
  ]
  if (!summary.replay) return lines
  const { given, all, differences } = summary.replay
  lines.push(
    `replayed ${given} of ${formatCount(all, 'answer')}, ${formatCount(differences.length, 'request')} differed`,
  )
  for (const { answer, path, recorded, sent } of differences.slice(0, SHOWN)) {
    lines.push(palette.yellow(`  before answer ${answer + 1}, first at ${path}`))
    lines.push(`    recorded ${stripControl(recorded)}`, `    sent     ${stripControl(sent)}`)
  }
  if (differences.length > SHOWN) lines.push(`  and ${differences.length - SHOWN} more (--json has all)`)
  return lines
}

const SHOWN = 10
