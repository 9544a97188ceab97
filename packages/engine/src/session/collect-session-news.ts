import { join } from 'node:path'
import { type Attachment, createAttachmentMessage, isAttachmentMessage, type Message } from '@antiphon/core'
import { isThere } from '../files/is-there.ts'
import { createMcpInstructions } from '../mcp/mcp-instructions.ts'
import { collectEditedFiles } from '../memory/collect-edited-files.ts'
import { collectMentions, findMentions } from '../memory/collect-mentions.ts'
import { createDateChange } from '../memory/create-date-change.ts'
import { createPlanModeNotices } from '../memory/create-plan-mode-notices.ts'
import { createTodoReminder } from '../memory/create-todo-reminder.ts'
import { createReadFilter } from '../permissions/create-read-filter.ts'
import { createSkillListing } from '../skills/create-skill-listing.ts'
import { createDeferredToolsNotice } from '../tool/deferred-tools.ts'
import type { SkillListing } from '../tool/session-services.ts'
import type { Session } from './session.ts'
import type { Turn } from './turn.ts'

/** What changed since the model was last told: what the session knows, files that somebody else edited. */
export async function collectSessionNews(session: Session): Promise<readonly Message[]> {
  const edited = await collectEditNews(session)
  return [...(await collectReminders(session)), ...edited]
}

/** The files alone, for a subagent, which has no list, no plan and no days of its own. */
export async function collectEditNews({ files }: Session): Promise<readonly Message[]> {
  return (await collectEditedFiles(files)).map(createAttachmentMessage)
}

/** What a person named by `@` in a prompt, if rules let the agent read it without asking. */
export async function collectPromptMentions(turn: Turn, prompt: string): Promise<readonly Message[]> {
  if (!prompt.includes('@')) return []
  return [...(await collectFiles(turn, prompt)), ...(await collectResources(turn, prompt))]
}

/** What servers offer, as the person named it: `@server:uri`. */
async function collectResources(turn: Turn, prompt: string): Promise<readonly Message[]> {
  const { mcpResources, signal } = turn
  const reading = {
    toolName: 'ReadMcpResourceTool',
    input: {},
    access: { kind: 'tool' },
    isReadOnly: true,
  } as const
  if (!mcpResources || turn.decide(reading, turn.permissions()).behavior === 'deny') return []
  const mentions = findMentions(prompt).flatMap(({ names }) =>
    names.some(name => name.includes(':')) ? [names] : [],
  )
  const attached = await Promise.all(
    mentions.slice(0, MOST_RESOURCES).map(async names => {
      // The longest that somebody knows: a dot may end a sentence.
      for (const name of names) {
        const attachment = await mcpResources.attach(name, signal)
        if (attachment) return [attachment]
      }
      return []
    }),
  )
  return attached.flat().map(createAttachmentMessage)
}

/** More would fill the window with what nobody has read. */
const MOST_RESOURCES = 5

async function collectFiles(turn: Turn, prompt: string): Promise<readonly Message[]> {
  const read = turn.toolbox.find('Read')
  if (!read) return []
  const mayRead = (path: string): boolean =>
    turn.decide(
      {
        toolName: read.name,
        input: { file_path: path },
        access: { kind: 'read', paths: [path] },
        isReadOnly: true,
      },
      turn.permissions(),
    ).behavior === 'allow'
  const attachments = await collectMentions({ prompt, read, context: turn.toolContext('mention'), mayRead })
  return attachments.map(createAttachmentMessage)
}

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

/** Looks again into the folders whose skills the model was told of before the session was resumed: it may call them. */
export async function enterKnownFolders({ services, permissions, conversation }: Session): Promise<void> {
  const { skills } = services
  if (skills === null) return
  const mayRead = createReadFilter('Read', permissions())
  for (const message of conversation.messages()) {
    if (!isAttachmentMessage(message) || message.attachment.type !== 'dynamic_skill') continue
    const { skillDir } = message.attachment
    // Any file beside `.claude` leads there.
    if (typeof skillDir === 'string') await skills.enter(join(skillDir, '..', '..', 'any'), mayRead)
  }
}
