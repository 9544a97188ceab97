import { isObject } from '@antiphon/contract'
import {
  isAttachmentMessage,
  isSyntheticApiErrorMessage,
  isUserMessage,
} from '../../message/message-guards.ts'
import { innerMessage, repairOf, type Source } from '../exchange.ts'
import { createNote } from '../note.ts'
import { blamedBlockTypes } from '../refused-media.ts'
import { normalizeAttachmentForAPI } from '../render-attachment/normalize-attachment-for-api.ts'
import type { Report } from '../repair.ts'

/**
 * Takes media that the API refused out of the message that carried it: the nearest before the
 * error. Sent again they would be refused again, on every turn, for ever.
 */
export function stripRefusedMedia(sources: readonly Source[], report: Report): readonly Source[] {
  if (sources.length < 2) return sources
  let result: readonly Source[] = sources
  sources.forEach((source, position) => {
    if (!isSyntheticApiErrorMessage(source.message)) return
    const types = blamedBlockTypes(source.message)
    if (types.size === 0) return
    const carrier = findCarrier(result.slice(0, position), types)
    if (carrier < 0) return
    result = result.with(carrier, withoutMedia(asUser(result[carrier] as Source) as Source, types, report))
  })
  return result
}

function findCarrier(sources: readonly Source[], types: ReadonlySet<string>): number {
  return sources.findLastIndex(source => {
    const user = asUser(source)
    return user !== null && carries(innerMessage(user).content, types)
  })
}

/** What speaks as the user: also files and queued prompts, which carry their media as attachments. */
function asUser(source: Source): Source | null {
  if (isUserMessage(source.message)) return source
  const rendered = isAttachmentMessage(source.message) ? normalizeAttachmentForAPI(source.message) : null
  const { uuid, timestamp } = source.message
  return rendered && { ...source, message: { ...rendered, uuid, timestamp } }
}

function carries(content: unknown, types: ReadonlySet<string>): boolean {
  return holds(content, types) || (Array.isArray(content) && content.some(block => isHolder(block, types)))
}

/** A result holds media, too; nothing else does, so that no content is too deep for this. */
function isHolder(block: unknown, types: ReadonlySet<string>): block is Record<string, unknown> {
  return isObject(block) && block.type === 'tool_result' && holds(block.content, types)
}

function holds(content: unknown, types: ReadonlySet<string>): boolean {
  return Array.isArray(content) && content.some(block => isObject(block) && types.has(block.type as string))
}

function withoutMedia(source: Source, types: ReadonlySet<string>, report: Report): Source {
  const content = replaceMedia(innerMessage(source).content, types, type =>
    report(repairOf(source, 'SEED-refused-media', 'replaced', `${type} that the API refused`)),
  )
  return { ...source, message: { ...source.message, message: { ...innerMessage(source), content } } }
}

function replaceMedia(
  content: unknown,
  types: ReadonlySet<string>,
  onReplace: (type: string) => void,
): unknown {
  if (!Array.isArray(content)) return content
  return content.map(block => {
    if (isHolder(block, types)) return { ...block, content: replaceMedia(block.content, types, onReplace) }
    if (!isObject(block) || !types.has(block.type as string)) return block
    onReplace(String(block.type))
    return createNote(`${block.type} removed: the API refused it`)
  })
}
