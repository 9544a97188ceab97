import { countLines } from '@antiphon/core/turns'
import type { NormalizedMessage, ToolStatus } from '@antiphon/core/ui'

/** A call that writes files, as long as its result is not there. */
export type WritingCall = { readonly name: string; readonly input: unknown }

export type CallLines = { readonly added: number; readonly removed: number }

export type CallEnd = { readonly result: NormalizedMessage; readonly status: ToolStatus }

/** True for a tool of whose calls the input is kept until they are answered. */
export function isWriter(name: string): boolean {
  return WRITERS.has(name)
}

const WRITERS: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'Write'])

/** How many lines of files a call added and removed. */
export function countCallLines(
  { name, input }: WritingCall,
  { result, status }: CallEnd,
): CallLines | undefined {
  return countLines({
    ...{ id: '', name, title: '', input, status, call: result, result },
    ...{ preHooks: [], postHooks: [], children: [], startedAt: '' },
  })
}
