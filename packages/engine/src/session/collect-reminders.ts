import { type Attachment, createAttachmentMessage, type Message } from '@antiphon/core'
import { isThere } from '../files/is-there.ts'
import { createMcpInstructions } from '../mcp/mcp-instructions.ts'
import { createDateChange } from '../memory/create-date-change.ts'
import { createPlanModeNotices } from '../memory/create-plan-mode-notices.ts'
import { createTodoReminder } from '../memory/create-todo-reminder.ts'
import { createReadFilter } from '../permissions/create-read-filter.ts'
import { createSkillListing } from '../skills/create-skill-listing.ts'
import { createDeferredToolsNotice } from '../tool/deferred-tools.ts'
import type { SkillListing } from '../tool/session-services.ts'
import type { Session } from './session.ts'

/**
 * What the session knows and the model has not been told, or not for long: a new day, its list, plan mode, what servers
 * say, skills, tools that it can search for. What was told is read from the conversation, so that it comes again behind a
 * compaction and not after a resume.
 */
export async function collectReminders(session: Session): Promise<readonly Message[]> {
  const messages = session.conversation.messages()
  const { todos, mode, planFile } = session.services
  const attachments: readonly (Attachment | null)[] = [
    createDateChange(messages, new Date(session.now())),
    createMcpInstructions(session.mcpServers?.() ?? [], messages),
    createSkillListing(listTellableSkills(session), messages),
    createDeferredToolsNotice(session.toolbox, messages),
    ...createPlanModeNotices(messages, {
      mode: mode.get(),
      planFile,
      planExists: planFile !== null && (await isThere(planFile)),
    }),
    createTodoReminder(messages, todos.get()),
  ]
  return attachments.flatMap(attachment => (attachment ? [createAttachmentMessage(attachment)] : []))
}

/** The skills that the model may call and read. */
export function listTellableSkills({ services, toolbox, permissions }: Session): readonly SkillListing[] {
  if (services.skills === null || toolbox.find('Skill') === undefined) return []
  return services.skills.list(createReadFilter('Read', permissions()))
}
