import type { Attachment } from './attachment.ts'
import { randomUUID, type UUID } from './uuid.ts'

/** Context that nobody typed: memory, changed files, hook output, reminders. Rendered for the model, kept as data. */
export type AttachmentMessage = {
  readonly type: 'attachment'
  readonly attachment: Attachment
  readonly uuid: UUID
  readonly timestamp: string
  /** The exact rendering that was sent, so that it is sent again byte for byte (Claude Code 2.1.3xx). */
  readonly rendered?: readonly { readonly content: string }[]
  readonly renderedRole?: 'user' | 'system' | (string & {})
}

/** Makes an attachment message. */
export function createAttachmentMessage(attachment: Attachment): AttachmentMessage {
  return { type: 'attachment', attachment, uuid: randomUUID(), timestamp: new Date().toISOString() }
}
