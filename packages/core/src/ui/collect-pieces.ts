import { isObject } from '../message/json.ts'
import { readArray, readString } from '../message/read-field.ts'
import { createMessageSplitter, type NormalizedMessage } from './normalize-messages.ts'
import { createSubagentMessages } from './subagent-messages.ts'
import { createOwnerFinder } from './subagent-owner.ts'

/** A message of one block, and what the log says about it elsewhere. */
export type Piece = {
  readonly message: NormalizedMessage
  /** The call for which a subagent said it. */
  readonly owner: string | undefined
  readonly isVirtual: boolean
  readonly isRetracted: boolean
  readonly isSidechain: boolean
}

/** Splits a log into pieces in its order; what subagents said inside progress messages stands behind those. */
export function collectPieces(values: readonly unknown[]): Piece[] {
  const split = createMessageSplitter()
  const retracted = readRetractedUuids(values)
  const findOwner = createOwnerFinder(values)
  const takeNested = createSubagentMessages(values.map(value => readString(value, 'uuid')))
  // All of the log is split before what is nested in it, so that uuids are those of normalizeMessages.
  const parts = values.map(value => split(value))
  const pieces: Piece[] = []
  values.forEach((value, index) => {
    const owner = findOwner(value)
    const isSidechain = isObject(value) && value.isSidechain === true
    const isVirtual = isObject(value) && value.isVirtual === true
    const isRetracted = retracted.has(readString(value, 'uuid'))
    // Progress is about the call, not of the subagent behind it.
    const ownOwner = isObject(value) && value.type === 'progress' ? undefined : owner
    for (const message of parts[index] ?? [])
      pieces.push({ message, owner: ownOwner, isVirtual, isRetracted, isSidechain })
    for (const message of takeNested(value).flatMap(split))
      pieces.push({ message, owner, isVirtual: false, isRetracted: false, isSidechain: true })
  })
  return pieces
}

function readRetractedUuids(values: readonly unknown[]): ReadonlySet<unknown> {
  const uuids = new Set<unknown>()
  for (const value of values) {
    if (!isObject(value)) continue
    if (value.type === 'tombstone' && isObject(value.message)) uuids.add(value.message.uuid)
    for (const name of ['supersedesUuids', 'retractedMessageUuids'])
      for (const uuid of readArray(value, name)) uuids.add(uuid)
  }
  uuids.delete(undefined)
  return uuids
}
