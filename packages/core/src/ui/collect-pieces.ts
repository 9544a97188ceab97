import { isObject } from '@antiphon/contract'
import { readRetracted } from '../log/read-links.ts'
import { readString } from '../message/read-field.ts'
import { createMessageSplitter, type MessageSplitter, type NormalizedMessage } from './normalize-messages.ts'
import { createSubagentMessages } from './subagent-messages.ts'
import { createOwnerFinder } from './subagent-owner.ts'

/** A message of one block, and what the log says about it elsewhere. */
export type MessagePiece = {
  readonly message: NormalizedMessage
  /** The call for which a subagent said it. */
  readonly owner: string | undefined
  readonly isVirtual: boolean
  readonly isRetracted: boolean
  readonly isSidechain: boolean
  /** Which value it is a part of, and which part; undefined for what is nested in one. */
  readonly source: { readonly index: number; readonly block: number } | undefined
}

/** Splits a log into pieces in its order; what subagents said inside progress messages stands behind those. */
export function collectPieces(
  values: readonly unknown[],
  { split, splitNested }: MessageSplitter = createMessageSplitter(),
): MessagePiece[] {
  const retracted = new Set<unknown>(values.flatMap(readRetracted))
  const findOwner = createOwnerFinder(values)
  const takeNested = createSubagentMessages(values.map(value => readString(value, 'uuid')))
  const pieces: MessagePiece[] = []
  values.forEach((value, index) => {
    const owner = findOwner(value)
    const isSidechain = isObject(value) && value.isSidechain === true
    const isVirtual = isObject(value) && value.isVirtual === true
    const isRetracted = retracted.has(readString(value, 'uuid'))
    // Progress is about the call, not of the subagent behind it.
    const ownOwner = isObject(value) && value.type === 'progress' ? undefined : owner
    split(value).forEach((message, block) => {
      pieces.push({
        message,
        owner: ownOwner,
        isVirtual,
        isRetracted,
        isSidechain,
        source: { index, block },
      })
    })
    for (const message of takeNested(value).flatMap(splitNested))
      pieces.push({
        message,
        owner,
        isVirtual: false,
        isRetracted: false,
        isSidechain: true,
        source: undefined,
      })
  })
  return pieces
}
