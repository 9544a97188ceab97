import { isObject } from '@antiphon/contract'
import type { SaidMessage } from './said.ts'

/** The name of the tool of each call, which results do not say and other libraries want to know. */
export function findToolNames(said: readonly SaidMessage[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { blocks } of said)
    for (const block of blocks) if (block.kind === 'call') names.set(block.id, block.name)
  return names
}

/** Stands where a result's call is not in the history. */
export const UNKNOWN_TOOL = 'unknown'

/** A call's input as an object, for those who take no other; null where it is none. */
export function toInputObject(input: unknown): Record<string, unknown> | null {
  return isObject(input) ? input : null
}
