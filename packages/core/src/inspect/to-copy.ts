import { isObject } from '@antiphon/contract'
import { oneLine } from '../ui/one-line.ts'
import type { TracedCopy } from './tool-trace.ts'

/** A copy of a result in few words. */
export function toCopy(value: unknown, words: string): TracedCopy {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return { type: typeOf(value), units: text.length, preview: oneLine(words, PREVIEW_UNITS) }
}

const PREVIEW_UNITS = 200

function typeOf(value: unknown): string {
  if (!Array.isArray(value)) return value === null ? 'null' : typeof value
  const types = value.map(block => (isObject(block) ? String(block.type) : typeof block))
  return `blocks: ${[...new Set(types)].join(', ')}`
}

/** What a tool returned, by the names of its fields. */
export function describeReturned(returned: unknown): string {
  if (typeof returned === 'string') return returned
  if (!isObject(returned)) return JSON.stringify(returned) ?? ''
  return Object.entries(returned)
    .map(
      ([name, value]) => `${name}: ${typeof value === 'string' ? value.slice(0, 60) : JSON.stringify(value)}`,
    )
    .join(' · ')
}
