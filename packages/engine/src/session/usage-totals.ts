import { isObject, type Usage } from '@antiphon/core'
import type { QueryEvent } from '../query/query-event.ts'

/** What the answers of a turn used together. */
export type UsageTotals = {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_creation_input_tokens: number
  readonly cache_read_input_tokens: number
  readonly byModel: Readonly<Record<string, Omit<UsageTotals, 'byModel'>>>
}

/** Sums up usage from the model's stream, each answer once. */
export function createUsageTotals(): {
  readonly add: (event: QueryEvent) => void
  readonly answers: () => number
  readonly sum: () => UsageTotals
} {
  const byModel = new Map<string, Counts>()
  let model = ''
  let open: Counts = NOTHING
  let answers = 0

  function close(): void {
    if (open === NOTHING) return
    byModel.set(model, addCounts(byModel.get(model) ?? NOTHING, open))
    open = NOTHING
  }

  return {
    add(event) {
      if (event.type !== 'stream_event') return
      const { event: inner } = event
      if (inner.type === 'message_start') {
        close()
        answers++
        model = inner.message.model
        open = readCounts(inner.message.usage, NOTHING)
      } else if (inner.type === 'message_delta' && inner.usage) open = readCounts(inner.usage, open)
      else if (inner.type === 'message_stop') close()
    },
    answers: () => answers,
    sum() {
      close()
      const total = [...byModel.values()].reduce(addCounts, NOTHING)
      return { ...total, byModel: Object.fromEntries(byModel) }
    },
  }
}

type Counts = Omit<UsageTotals, 'byModel'>

const NOTHING: Counts = {
  input_tokens: 0,
  output_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
}

/** Later counts of the same answer are cumulative: a field that is there replaces the earlier one. */
function readCounts(usage: Partial<Usage>, before: Counts): Counts {
  const read = (name: keyof Counts): number => {
    const value: unknown = isObject(usage) ? usage[name] : undefined
    return typeof value === 'number' ? value : before[name]
  }
  return {
    input_tokens: read('input_tokens'),
    output_tokens: read('output_tokens'),
    cache_creation_input_tokens: read('cache_creation_input_tokens'),
    cache_read_input_tokens: read('cache_read_input_tokens'),
  }
}

function addCounts(first: Counts, second: Counts): Counts {
  return {
    input_tokens: first.input_tokens + second.input_tokens,
    output_tokens: first.output_tokens + second.output_tokens,
    cache_creation_input_tokens: first.cache_creation_input_tokens + second.cache_creation_input_tokens,
    cache_read_input_tokens: first.cache_read_input_tokens + second.cache_read_input_tokens,
  }
}
