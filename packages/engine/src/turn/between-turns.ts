import { createSystemMessage, type Message, type SystemAwaySummaryMessage, type UUID } from '@antiphon/core'
import { type RewindOptions, type RewindResult, refuseRewind } from '../checkpoints/checkpoints.ts'
import { createRewindJudge } from '../checkpoints/judge-rewind.ts'
import { readTextFile } from '../files/read-text-file.ts'
import { type Session, toComfortModel } from '../session/session.ts'
import { tellLater } from '../session/tell-later.ts'
import { generateTitle } from '../summaries/generate-title.ts'
import { summarizeAway } from '../summaries/summarize-away.ts'

/** A file that somebody read outside of this conversation, and when it had been changed last. */
export type SeenFile = { readonly path: string; readonly modifiedAt: number }

/**
 * Lets tools change a file that somebody read elsewhere: as if the agent had read it. Gives why it does not count: the
 * file is newer, is gone, or is no text; null where it counts.
 */
export async function noteRead(
  { files }: Pick<Session, 'files'>,
  { path, modifiedAt }: SeenFile,
): Promise<string | null> {
  try {
    const file = await readTextFile(path)
    if ('refusal' in file) return file.refusal
    // Hosts tell whole milliseconds.
    if (Math.floor(file.stats.mtimeMs) > Math.floor(modifiedAt))
      return `${path} has changed since; read it again`
    files.set(path, { modifiedAt: file.stats.mtimeMs, content: file.text, isPartial: false })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Gives files the state back that they had at a prompt, as far as the session may edit them; refuses where it keeps no
 * checkpoints, and where it only plans.
 */
export async function rewindSessionFiles(
  { services, permissions }: Session,
  userMessageId: UUID,
  options?: RewindOptions,
): Promise<RewindResult> {
  if (!services.checkpoints) return refuseRewind(NO_CHECKPOINTS)
  const state = permissions()
  if (state.mode === 'plan') return refuseRewind(PLANNING)
  return services.checkpoints.rewind(userMessageId, { ...options, judge: createRewindJudge(state) })
}

const PLANNING = 'Files cannot be rewound in plan mode: nothing may be changed until the plan is approved.'
const NO_CHECKPOINTS = 'Files cannot be rewound: checkpoints of files are switched off in this session.'

/** Goes over to another model because somebody chose it, and says so to people; gives what is stored by now. */
export async function switchModel(session: Session, model: string): Promise<readonly Message[]> {
  const isSame = model === session.nextModel
  session.setModel(model)
  if (isSame) return []
  const messages = [createSystemMessage(`Switched to the model ${model}.`, 'info')]
  // A session begins with its first prompt: until then nothing is stored of it.
  const isLater = session.turns.isRunning() || session.conversation.messages().length === 0
  if (!isLater) return tellLater(session, messages)
  session.inbox.add(messages)
  return []
}

/** Sums up what happened since the last prompt, and stores it. */
export async function tellAwaySummary(
  session: Session,
  signal: AbortSignal,
): Promise<SystemAwaySummaryMessage | null> {
  const messages = session.conversation.messages()
  const message = await summarizeAway(toComfortModel(session), messages, signal)
  if (message) await tellLater(session, [message])
  return message
}

/** Names the session and records the name. */
export async function recordTitle(session: Session, signal: AbortSignal): Promise<string | null> {
  const small = toComfortModel(session)
  const entry = small && (await generateTitle(small, { messages: session.conversation.messages(), signal }))
  if (entry) await session.recordEntry?.(entry)
  return entry?.aiTitle ?? null
}
