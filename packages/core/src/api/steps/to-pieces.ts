import { type ContentBlock, isContentBlock } from '@antiphon/contract'
import { isAttachmentMessage, isSystemLocalCommandMessage } from '../../message/message-guards.ts'
import { innerMessage, type Piece, repairOf, type Source } from '../exchange.ts'
import { boundedJson, createNote, isTooDeep, toName } from '../note.ts'
import { speaksAsSystem } from '../omit-unsent.ts'
import { normalizeAttachmentForAPI } from '../render-attachment/normalize-attachment-for-api.ts'
import type { Report } from '../repair.ts'

/** The blocks of a message as the model is to read them: local commands and attachments speak as the user. */
export function toPieces(source: Source, report: Report): readonly Piece[] {
  const { message } = source
  if (isSystemLocalCommandMessage(message)) return pieces(source, message.content, report)
  if (isAttachmentMessage(message)) return attachmentPieces(source, report)
  const own = pieces(source, innerMessage(source).content, report)
  return speaksAsSystem(message) ? own.map(piece => ({ ...piece, system: true as const })) : own
}

function attachmentPieces(source: Source, report: Report): readonly Piece[] {
  if (!isAttachmentMessage(source.message)) return []
  const rendered = normalizeAttachmentForAPI(source.message)
  if (!rendered) {
    report(
      repairOf(source, 'SEED-attachment', 'omitted', `attachment ${toName(source.message.attachment.type)}`),
    )
    return []
  }
  const own = pieces(source, rendered.message.content, report)
  return source.message.renderedRole === 'system'
    ? own.map(piece => ({ ...piece, system: true as const }))
    : own
}

function pieces(source: Source, content: unknown, report: Report): readonly Piece[] {
  if (typeof content === 'string') return [{ source, block: { type: 'text', text: content } }]
  if (!Array.isArray(content)) {
    report(repairOf(source, 'ENV-16', 'replaced', 'content that is neither text nor blocks'))
    return content == null ? [] : [{ source, block: createNote(boundedJson(content)) }]
  }
  if (content.length === 1) return [{ source, block: toBlock(source, content[0], report) }]
  const made: Piece[] = []
  for (const value of content) made.push({ source, block: toBlock(source, value, report) })
  return made
}

function toBlock(source: Source, value: unknown, report: Report): ContentBlock {
  if (isContentBlock(value) && !isTooDeep(value)) return value
  report(repairOf(source, 'ENV-16', 'replaced', 'content that is no block'))
  return typeof value === 'string' ? { type: 'text', text: value } : createNote(boundedJson(value))
}
