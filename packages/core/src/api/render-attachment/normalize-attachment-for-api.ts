import type { ContentBlock } from '@antiphon/contract'
import { isBlank, isObject } from '@antiphon/contract'
import type { AttachmentMessage } from '../../message/attachment-message.ts'
import { createUserMessage, type UserMessage } from '../../message/user-message.ts'
import { ATTACHMENT_RENDERERS, isKnownAttachmentType } from './attachment-renderers.ts'
import { textOf } from './read-field.ts'
import { createReminderBlock } from './reminder-block.ts'
import { renderUnknownAttachment } from './render-unknown-attachment.ts'
import type { Rendering } from './renderer.ts'
import { MAX_DEPTH } from './stable-json.ts'

const NIL_UUID = '00000000-0000-0000-0000-000000000000'

/**
 * Turns an attachment into the meta message that tells it to the model, or into null where the model
 * does not see it. Whatever the attachment holds, the same input gives the same bytes.
 */
export function normalizeAttachmentForAPI(message: AttachmentMessage): UserMessage | null {
  const content = sentBefore(message.rendered) ?? toContent(message.attachment)
  if (!content) return null
  return createUserMessage({
    content,
    isMeta: true,
    // A foreign file may lack both; neither chance nor the clock may stand in for them.
    uuid: textOf(message.uuid) || NIL_UUID,
    timestamp: textOf(message.timestamp),
  })
}

/** What was sent once is sent again byte for byte, or the model's cache and thinking no longer fit. */
function sentBefore(rendered: unknown): readonly ContentBlock[] | undefined {
  if (!Array.isArray(rendered) || rendered.length === 0) return undefined
  const texts = rendered.map((part: unknown) => textOf(isObject(part) ? part.content : undefined))
  return texts.includes('') ? undefined : texts.map(text => ({ type: 'text', text }))
}

function toContent(attachment: unknown): readonly ContentBlock[] | null {
  const rendering = render(attachment)
  if (rendering === null || typeof rendering !== 'string') return rendering
  if (rendering !== '') return [createReminderBlock(rendering)]
  return saysSomething(attachment) ? [createReminderBlock(renderUnknownAttachment(attachment))] : null
}

/** Blank for what no renderer knows or can use. */
function render(attachment: unknown): Rendering {
  if (!isObject(attachment) || !isKnownAttachmentType(attachment.type)) return ''
  return ATTACHMENT_RENDERERS[attachment.type](attachment)
}

/** An unknown kind says its name; of a known one, empty lists, flags and zeros say nothing. */
function saysSomething(attachment: unknown): boolean {
  if (!isObject(attachment) || !isKnownAttachmentType(attachment.type)) return hasWords(attachment, 0)
  const { type, ...fields } = attachment
  return hasWords(fields, 0)
}

function hasWords(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !isBlank(value)
  if (typeof value === 'number') return value !== 0
  if (typeof value !== 'object' || value === null) return false
  return depth === MAX_DEPTH || Object.values(value).some(child => hasWords(child, depth + 1))
}
