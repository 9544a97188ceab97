import type { KnownAttachment } from '../../message/attachment.ts'
import type { AnyRecordAttachment } from '../../message/attachment-record.ts'
import { FILE_RENDERERS } from './render-file-attachments.ts'
import { HOOK_RENDERERS } from './render-hook-attachments.ts'
import { INBOX_RENDERERS } from './render-inbox-attachments.ts'
import { MEMORY_RENDERERS } from './render-memory-attachments.ts'
import { MODE_RENDERERS } from './render-mode-attachments.ts'
import { PEER_RENDERERS } from './render-peer-attachments.ts'
import { REMINDER_RENDERERS } from './render-reminder-attachments.ts'
import { SESSION_RENDERERS } from './render-session-attachments.ts'
import { TOOL_RENDERERS } from './render-tool-attachments.ts'
import { notSeen, type Renderers } from './renderer.ts'

const RECORD_RENDERERS: Renderers<AnyRecordAttachment> = {
  command_permissions: notSeen,
  max_turns_reached: notSeen,
  structured_output: notSeen,
  prompt_snapshot: notSeen,
  prompt_render_point: notSeen,
  deferred_tools_record: notSeen,
  batching_reminder_sent: notSeen,
  secondary_reminder_sent: notSeen,
  thinking_drop: notSeen,
  thinking_stripped: notSeen,
  goal_status: notSeen,
  credential_org: notSeen,
  context_efficiency: notSeen,
}

/** How each kind of attachment is told to the model. */
export const ATTACHMENT_RENDERERS: Renderers<KnownAttachment> = {
  ...FILE_RENDERERS,
  ...MEMORY_RENDERERS,
  ...HOOK_RENDERERS,
  ...TOOL_RENDERERS,
  ...MODE_RENDERERS,
  ...REMINDER_RENDERERS,
  ...SESSION_RENDERERS,
  ...INBOX_RENDERERS,
  ...PEER_RENDERERS,
  ...RECORD_RENDERERS,
}

/** True for a kind that has a renderer of its own. */
export function isKnownAttachmentType(type: unknown): type is KnownAttachment['type'] {
  return typeof type === 'string' && Object.hasOwn(ATTACHMENT_RENDERERS, type)
}
