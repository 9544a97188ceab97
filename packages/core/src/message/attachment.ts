import type { AnyFileAttachment } from './attachment-file.ts'
import type { AnyHookAttachment } from './attachment-hook.ts'
import type { AnyInboxAttachment } from './attachment-inbox.ts'
import type { AnyMemoryAttachment } from './attachment-memory.ts'
import type { AnyModeAttachment } from './attachment-mode.ts'
import type { AnyPeerAttachment } from './attachment-peer.ts'
import type { AnyRecordAttachment } from './attachment-record.ts'
import type { AnyReminderAttachment } from './attachment-reminder.ts'
import type { AnySessionAttachment } from './attachment-session.ts'
import type { AnyToolAttachment } from './attachment-tool.ts'

/** What an attachment message carries: one named type a kind, in a file a theme. */
export type Attachment = KnownAttachment | UnknownAttachment

/** Every kind that this version has fields and a rendering for. */
export type KnownAttachment =
  | AnyFileAttachment
  | AnyMemoryAttachment
  | AnyHookAttachment
  | AnyToolAttachment
  | AnyModeAttachment
  | AnyReminderAttachment
  | AnySessionAttachment
  | AnyInboxAttachment
  | AnyPeerAttachment
  | AnyRecordAttachment

/** A kind that this version does not know, kept as it came; at run time any other string stands in `type`. */
export type UnknownAttachment = { readonly type: `unknown:${string}`; readonly [field: string]: unknown }
