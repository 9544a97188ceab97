import type { ContentBlock } from '@antiphon/contract'
import { isObject } from '@antiphon/contract'
import type { AssistantMessage } from '../message/assistant-message.ts'
import type { AttachmentMessage } from '../message/attachment-message.ts'
import type { Message } from '../message/message.ts'
import type { ProgressMessage } from '../message/progress-message.ts'
import type { SystemMessage } from '../message/system-message.ts'
import type { UserMessage } from '../message/user-message.ts'
import type { UUID } from '../message/uuid.ts'
import { readContent, readContentBlocks } from './message-content.ts'
import { createUuidRegistry, type EarlierClaims, type UuidClaims } from './uuid-registry.ts'

/** A message as a screen draws it: a user's or assistant's message holds exactly one block. */
export type NormalizedMessage =
  | NormalizedUserMessage
  | NormalizedAssistantMessage
  | SystemMessage
  | AttachmentMessage
  | ProgressMessage

type OneBlock = { readonly message: { readonly content: readonly [ContentBlock] } }
export type NormalizedUserMessage = UserMessage & OneBlock
export type NormalizedAssistantMessage = AssistantMessage & OneBlock

/**
 * Splits messages into one block each. From the first split on (`isNewChain`) every part is named
 * `deriveUUID(message.uuid, index)`; no two results share a uuid, whatever came in. Attachments,
 * progress and system messages pass through. A message without blocks shows nothing and yields nothing.
 */
export function normalizeMessages(messages: readonly Message[]): NormalizedMessage[] {
  const { split } = createMessageSplitter()
  return messages.flatMap(message => split(message))
}

/** The step of `normalizeMessages`: takes a log's values one after the other; values that are no object are left out. */
export type MessageSplitter = {
  readonly split: (value: unknown) => readonly NormalizedMessage[]
  /** The same for what stands inside another value: it names no part of the log otherwise. */
  readonly splitNested: (value: unknown) => readonly NormalizedMessage[]
  /** What a splitter has to know that goes on behind it. */
  readonly state: () => UuidClaims & Chains
}

/** What was split before; a splitter that goes on from it names parts as one for all of the log does. */
export type SplitBefore = EarlierClaims & Chains

/** Whether a message of several blocks came: in the log, and in what is nested in it. */
type Chains = { readonly isNewChain: boolean; readonly isNestedChain: boolean }

/** Opens a splitter, at the beginning of a log or behind what was split. */
export function createMessageSplitter(before?: SplitBefore): MessageSplitter {
  const registry = createUuidRegistry(before)
  let isNewChain = before?.isNewChain ?? false
  let isNestedChain = before?.isNestedChain ?? false

  function nameWhole(uuid: unknown): UUID {
    return isName(uuid) ? registry.claim(uuid) : registry.claimNameless()
  }
  function namePart(uuid: unknown, index: number, isDerived: boolean): UUID {
    if (!isName(uuid)) return registry.claimNameless()
    return isDerived ? registry.claimDerived(uuid, index) : registry.claim(uuid)
  }
  function splitInto(value: unknown, isNested: boolean): readonly NormalizedMessage[] {
    if (!isObject(value)) return []
    if (value.type !== 'user' && value.type !== 'assistant') return [withUuid(value, nameWhole(value.uuid))]
    const blocks = readContentBlocks(value)
    if (isNested) isNestedChain ||= blocks.length > 1
    else isNewChain ||= blocks.length > 1
    const isDerived = isNested ? isNestedChain : isNewChain
    const nextImagePasteIds = createImagePasteIds(value)
    return blocks.map((block, index) => {
      const uuid = namePart(value.uuid, index, isDerived)
      return toPart({ value, block, uuid, imagePasteIds: nextImagePasteIds(block) })
    })
  }

  return {
    split: value => splitInto(value, false),
    splitNested: value => splitInto(value, true),
    state: () => ({ ...registry.claims(), isNewChain, isNestedChain }),
  }
}

function isName(uuid: unknown): uuid is UUID {
  return typeof uuid === 'string' && uuid !== ''
}

// What is no user or assistant message is passed on as it came; its readers check every field.
function withUuid(value: Record<string, unknown>, uuid: UUID): NormalizedMessage {
  return (value.uuid === uuid ? value : { ...value, uuid }) as NormalizedMessage
}

type Part = {
  readonly value: Record<string, unknown>
  readonly block: ContentBlock
  readonly uuid: UUID
  readonly imagePasteIds: readonly number[] | undefined
}

function toPart({ value, block, uuid, imagePasteIds }: Part): NormalizedMessage {
  if (isPartAlready(value, uuid)) return value as NormalizedMessage
  const { imagePasteIds: _ofTheWhole, ...rest } = value
  const envelope = isObject(value.message) ? value.message : { role: value.type }
  const part = {
    ...rest,
    uuid,
    message: { ...envelope, content: [block] },
    ...(imagePasteIds && { imagePasteIds }),
  }
  // The type is `user` or `assistant` and there is one block; other fields are as foreign as they came.
  return part as unknown as NormalizedMessage
}

function isPartAlready(value: Record<string, unknown>, uuid: UUID): boolean {
  const content = readContent(value)
  return (
    value.uuid === uuid &&
    value.imagePasteIds === undefined &&
    isObject(value.message) &&
    Array.isArray(content) &&
    content.length === 1 &&
    isObject(content[0])
  )
}

function createImagePasteIds(
  value: Record<string, unknown>,
): (block: ContentBlock) => readonly number[] | undefined {
  const ids: unknown = value.imagePasteIds
  let images = 0
  return block => {
    if (!Array.isArray(ids) || block.type !== 'image') return undefined
    const id: unknown = ids[images++]
    return typeof id === 'number' ? [id] : undefined
  }
}
