import { isObject } from '@antiphon/contract'
import { isAttachmentMessage, type Message } from '@antiphon/core'

/** What a conversation says of skills. */
type ToldSkills = {
  /** Those that were there when it was told. */
  readonly known: ReadonlySet<string>
  /** Those whose descriptions the model has read. */
  readonly described: ReadonlySet<string>
}

/** Reads it; null where nothing was told. The log may have been written by another program. */
export function readToldSkills(messages: readonly Message[]): ToldSkills | null {
  const [known, described] = [new Set<string>(), new Set<string>()]
  let isTold = false
  for (const message of messages) {
    if (!isAttachmentMessage(message)) continue
    const { attachment } = message
    if (attachment.type === 'skill_listing') {
      isTold = true
      for (const name of Array.isArray(attachment.names) ? attachment.names : []) known.add(String(name))
      for (const [, name = '', words] of String(attachment.content ?? '').matchAll(LINES)) {
        known.add(name)
        if (words !== undefined) described.add(name)
      }
    } else if (attachment.type === 'skill_discovery' && Array.isArray(attachment.skills))
      for (const skill of attachment.skills) {
        if (!isObject(skill) || typeof skill.name !== 'string') continue
        known.add(skill.name)
        described.add(skill.name)
      }
  }
  return isTold || known.size > 0 ? { known, described } : null
}

/** A name may hold a colon; what stands behind one and a blank describes it. */
const LINES = /^- (.+?)(?:: (.*))?$/gm
