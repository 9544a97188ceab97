import { statSync } from 'node:fs'
import type { UUID } from '@antiphon/core'
import { readAcpName } from '@antiphon/core/chat'
import { findAcpProgram, HELD, type HeadlessFlags } from '@antiphon/host'
import {
  createFileStore,
  findMessageBefore,
  findRoots,
  isLeased,
  TranscriptError,
  toProjectKey,
} from '@antiphon/transcript'
import { isRefusal, type Refusal, refuse } from '../guard/refusal.ts'
import type { FoundLog } from '../logs/find-log.ts'
import type { ChatWish } from '../protocol/chat-protocol.ts'
import { LIVE_MS } from '../sessions/is-live.ts'
import type { OpenChatOptions } from './chat.ts'
import { copyLog, type LogCopy } from './copy-log.ts'
import { type FindChatPlaceOptions, findChatPlace } from './find-chat-place.ts'
import { findHolder, formatHolder } from './find-holder.ts'
import { planClaude } from './plan-claude.ts'
import { isChatMode, toChatFlags } from './to-chat-flags.ts'

export type PlanChatOptions = FindChatPlaceOptions & {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the page is, without its token. */
  readonly url: string
}

export type ChatPlan = Pick<OpenChatOptions, 'openAgent' | 'cwd'> & {
  /** The copy that was made for it, where the session goes on in another folder than its log says, or from an earlier place. */
  readonly copy: LogCopy | null
  /** Whether that is another folder. */
  readonly isMoved: boolean
}

/** How an agent is opened, and where it works. */
export type PlannedAgent = Pick<ChatPlan, 'openAgent' | 'cwd'>

/** What an agent is to work on: its folder, and the log that it goes on with. */
export type ChatTask = {
  readonly wish: ChatWish
  readonly log: FoundLog | null
  readonly cwd: string
}

/** How the agent is to be started that a page wishes; refused where it cannot be, or should not. */
export async function planChat(wish: ChatWish, options: PlanChatOptions): Promise<ChatPlan | Refusal> {
  const { permissionMode } = wish
  if (permissionMode !== undefined && !isChatMode(permissionMode))
    return refuse(422, 'A page cannot choose that permission mode.')
  const place = await findChatPlace(wish, options)
  if (isRefusal(place)) return place
  const { log, cwd, isMoved } = place
  if (log && (isMoved || wish.before !== undefined)) return planCopy({ wish, log, cwd, isMoved }, options)
  const held = log && !wish.fork ? await refuseHeld(wish, log, options) : null
  if (held) return held
  const agent = await planAgent({ wish, log, cwd }, options)
  return isRefusal(agent) ? agent : { ...agent, copy: null, isMoved: false }
}

/** A session that somebody writes is theirs; that of a store can be taken from them. */
async function refuseHeld(
  { takeOver }: ChatWish,
  { path, key }: FoundLog,
  { fleet }: PlanChatOptions,
): Promise<Refusal | null> {
  if (!fleet) return (await isLeased(path)) ? refuse(409, HELD) : null
  const holder = takeOver ? null : await findHolder(fleet, key)
  return holder ? refuse(409, `${formatHolder(holder)} writes this session now. ${TAKE_IT}`) : null
}

const TAKE_IT = 'Wait until they are done, take it over, or go on in a copy.'

type CopyTask = ChatTask & { readonly log: FoundLog; readonly isMoved: boolean }

/** Moved ones stand in the place of new sessions: the log's own may be one that does not last. */
async function planCopy(task: CopyTask, options: PlanChatOptions): Promise<ChatPlan | Refusal> {
  const { log, cwd, isMoved } = task
  const wish = { ...task.wish, fork: false }
  const at = wish.before === undefined ? undefined : await findPlaceBefore(log, wish.before)
  if (isRefusal(at)) return at
  // Nothing was said before the first prompt: that is a new session in the same folder.
  if (at === null) {
    const agent = await planAgent({ wish, log: null, cwd }, options)
    return isRefusal(agent) ? agent : { ...agent, copy: null, isMoved: false }
  }
  const { root, project } = isMoved
    ? { root: options.fleet?.root ?? (await findWriteRoot(options)), project: toProjectKey(cwd) }
    : { root: log.root, project: log.key.project }
  if (root === null) return refuse(422, NO_HOME)
  const copy = await copyLog(log, { project, root, at, ...(options.fleet && { store: options.fleet.store }) })
  const agent = await planAgent({ wish, log: copy.log, cwd }, options)
  if (!isRefusal(agent)) return { ...agent, copy, isMoved }
  await copy.discard()
  return agent
}

async function findWriteRoot({ env, home }: PlanChatOptions): Promise<string | null> {
  return (await findRoots(env, home)).writeRoot
}

/** The last message before a prompt; null where there is none. */
async function findPlaceBefore({ root, key }: FoundLog, uuid: UUID): Promise<UUID | null | Refusal> {
  const store = createFileStore({ root })
  try {
    return await findMessageBefore(store, key, uuid)
  } catch (error) {
    if (error instanceof TranscriptError && error.code === 'not-found') return refuse(422, NO_PROMPT)
    throw error
  } finally {
    await store.close()
  }
}

async function planAgent(task: ChatTask, options: PlanChatOptions): Promise<PlannedAgent | Refusal> {
  const { wish, log, cwd } = task
  if (wish.agent === 'claude' && options.fleet) return refuse(422, ONLY_FILES)
  if (wish.agent === 'claude') return planClaude(task, options)
  const flags = toChatFlags(wish, log)
  const name = readAcpName(wish.agent)
  if (name !== null) return planAcp({ name, flags, cwd }, options)
  // The engine is loaded with the first agent.
  const { openOwnAgent } = await import('@antiphon/host/chat')
  const { env, url } = options
  return { cwd, openAgent: openOwnAgent({ flags, cwd, url, env }) }
}

async function planAcp(
  { name, flags, cwd }: { readonly name: string; readonly flags: HeadlessFlags; readonly cwd: string },
  { env }: PlanChatOptions,
): Promise<PlannedAgent | Refusal> {
  const { openAcpAgent } = await import('@antiphon/host/acp')
  try {
    const program = await findAcpProgram(name, { env })
    return { cwd, openAgent: openAcpAgent({ program, flags, cwd, env }) }
  } catch (error) {
    return refuse(422, error instanceof Error ? error.message : String(error))
  }
}

const NO_PROMPT = 'The session does not have that prompt, so it cannot go back to it. Load the page again.'
const ONLY_FILES =
  'Claude Code knows files only. `antiphon pull` makes the session a file of this machine; or choose another agent.'
const NO_HOME = 'There is no home to keep sessions in. Set HOME or CLAUDE_CONFIG_DIR.'

/** When a file changed last; 0 where it cannot be seen. */
export function readChange(path: string): number {
  try {
    return statSync(path).mtimeMs
  } catch {
    return 0
  }
}

/** Other programs hold no lease; that it changed a moment ago, and not by an agent of ours, is all that tells of them. */
export function isChangedByOthers(path: string, written: ReadonlyMap<string, number>): boolean {
  const changed = readChange(path)
  return Date.now() - changed < LIVE_MS && written.get(path) !== changed
}
