import type { Entry } from '@antiphon/core'
import { readMessageId, readToolResultIds, readToolUseIds } from '@antiphon/core/log'

/** Names that tie an entry to others wherever they hang: of the answer that it is a piece of, of the calls that it makes or answers. */
export function readBonds(entry: Entry): readonly Bond[] {
  const id = readMessageId(entry)
  return [
    ...(id === undefined ? [] : [{ name: `answer ${id}`, side: 'answer' as const }]),
    ...readToolUseIds(entry).map(call => ({ name: `call ${call}`, side: 'call' as const })),
    ...readToolResultIds(entry).map(call => ({ name: `call ${call}`, side: 'result' as const })),
  ]
}

export type Bond = {
  /** The same for a call and for its result. */
  readonly name: string
  readonly side: 'answer' | 'call' | 'result'
}
