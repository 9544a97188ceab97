import { isObject } from '@antiphon/contract'
import { readText } from '../message/read-field.ts'
import type { WireEvent } from '../wire/wire-event.ts'

/** What the agent did last or does now, beside what it says. */
export type Doing =
  | { readonly kind: 'summary'; readonly words: string }
  /** `output` is what it printed last, where that is told. */
  | { readonly kind: 'tool'; readonly name: string; readonly seconds: number; readonly output: string }
  /** `found` is null until the results are there. */
  | { readonly kind: 'search'; readonly query: string; readonly found: number | null }

/** What an event says of it; null where it says nothing. */
export function readDoing(event: WireEvent): Doing | null {
  if (event.type === 'tool_use_summary') return { kind: 'summary', words: readText(event, 'summary') ?? '' }
  if (event.type !== 'tool_progress') return null
  const query = readText(event, 'query')
  if (query !== undefined) return { kind: 'search', query, found: toNumber(event.result_count) ?? null }
  const seconds = Math.round(toNumber(event.elapsed_time_seconds) ?? 0)
  return {
    kind: 'tool',
    name: readText(event, 'tool_name') ?? '',
    seconds,
    output: readText(event, 'output') ?? '',
  }
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** A request that failed and is going to be made again. */
export type Retry = {
  readonly attempt: number
  readonly most: number
  readonly delayMs: number
  readonly status: number | null
}

/** What an `api_retry` event tells. */
export function readRetry(event: unknown): Retry {
  const fields: Readonly<Record<string, unknown>> = isObject(event) ? event : {}
  const number = (name: string): number => (typeof fields[name] === 'number' ? fields[name] : 0)
  return {
    attempt: number('attempt'),
    most: number('max_retries'),
    delayMs: number('retry_delay_ms'),
    status: typeof fields.error_status === 'number' ? fields.error_status : null,
  }
}
