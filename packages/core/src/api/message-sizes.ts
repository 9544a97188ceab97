import { jsonBytes } from '@antiphon/contract'
import type { ApiViewMessage } from './finish-exchange.ts'

/** The sizes of messages that are measured once each: by their characters while that is enough, and in bytes from then on. */
export interface Sizes {
  readonly each: readonly number[]
  total(): number
  /** True while the messages fit however many bytes their characters need; sizes are then a lower bound. */
  isSmall(): boolean
  measure(output: readonly ApiViewMessage[]): void
  /** Takes back the sizes from this message on. */
  forget(from: number): void
}

/** Opens an empty list of sizes. */
export function createSizes(budget: { readonly bytes: number }): Sizes {
  const each: number[] = []
  let total = 0
  let exact = false
  let last: ApiViewMessage | undefined
  return {
    each,
    total: () => total,
    isSmall: () => !exact,
    measure(output) {
      // The last one may have been added to since, which makes another of it.
      if (each.length > 0 && output[each.length - 1] !== last) forget(each.length - 1)
      add(output)
      if (exact || total * MAXIMUM_BYTES_PER_CHARACTER <= budget.bytes) return
      exact = true
      forget(0)
      add(output)
    },
    forget,
  }

  function add(output: readonly ApiViewMessage[]): void {
    for (let index = each.length; index < output.length; index++) {
      const content = output[index]?.message.content
      const size = (exact ? jsonBytes(content) : countCharacters(content)) + ENVELOPE
      each.push(size)
      total += size
    }
    last = output[each.length - 1]
  }

  function forget(from: number): void {
    if (each.length > from) last = undefined
    while (each.length > from) total -= each.pop() ?? 0
  }
}

/** A control character is written as six characters in JSON. */
const MAXIMUM_BYTES_PER_CHARACTER = 6

/** `{"role":"assistant","content":},` */
const ENVELOPE = 33

function countCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return NUMBER
  let count = 2
  if (Array.isArray(value)) for (const inner of value) count += countCharacters(inner) + 1
  else
    for (const key in value)
      count += key.length + 4 + countCharacters((value as Record<string, unknown>)[key])
  return count
}

/** More characters than any number or word of JSON has. */
const NUMBER = 25
