import { statSync } from 'node:fs'
import { findRoots, isLeased } from '@antiphon/transcript'
import { isRefusal, type Refusal, refuse } from '../guard/refusal.ts'
import type { FoundLog } from '../logs/find-log.ts'
import type { ChatWish } from '../protocol/chat-protocol.ts'
import { LIVE_MS } from '../sessions/is-live.ts'
import type { OpenChatOptions } from './chat.ts'
import { copyLog, type LogCopy } from './copy-log.ts'
import { type FindChatPlaceOptions, findChatPlace } from './find-chat-place.ts'
import { toChatFlags } from './to-chat-flags.ts'

export type PlanChatOptions = FindChatPlaceOptions & {
  readonly env: OpenChatOptions['env']
  /** When an agent of ours changed a log last: what changed since then was changed by somebody else. */
  readonly written: ReadonlyMap<string, number>
}

export type ChatPlan = Pick<OpenChatOptions, 'flags' | 'cwd' | 'warnings'> & {
  /** The copy that was made for it, where the session goes on in another folder than its log says. */
  readonly copy: LogCopy | null
}

/** How the agent is to be started that a page wishes; refused where it cannot be, or should not. */
export async function planChat(wish: ChatWish, options: PlanChatOptions): Promise<ChatPlan | Refusal> {
  const place = await findChatPlace(wish, options)
  if (isRefusal(place)) return place
  const { log, cwd, isMoved } = place
  if (isMoved && log) return planCopy(wish, { ...options, log, cwd })
  const flags = toChatFlags(wish, log)
  if (isRefusal(flags)) return flags
  const path = wish.fork ? undefined : log?.path
  if (path !== undefined && (await isLeased(path))) return refuse(409, HELD)
  const mayBeHeld = path !== undefined && isChangedByOthers(path, options.written)
  return { flags, cwd, copy: null, warnings: mayBeHeld ? [MAY_BE_HELD] : [] }
}

/** In the place of new sessions: the log's own may be one that does not last. */
async function planCopy(
  wish: ChatWish,
  { log, cwd, env, home }: Moved & PlanChatOptions,
): Promise<ChatPlan | Refusal> {
  const { writeRoot } = await findRoots(env, home)
  if (writeRoot === null) return refuse(422, NO_HOME)
  const copy = await copyLog(log, { cwd, root: writeRoot })
  const flags = toChatFlags({ ...wish, fork: false }, copy.log)
  if (isRefusal(flags)) {
    await copy.discard()
    return flags
  }
  return { flags, cwd, copy, warnings: [] }
}

type Moved = { readonly log: FoundLog; readonly cwd: string }

const NO_HOME = 'There is no home to keep sessions in. Set HOME or CLAUDE_CONFIG_DIR.'

/** When a file changed last; 0 where it cannot be seen. */
export function readChange(path: string): number {
  try {
    return statSync(path).mtimeMs
  } catch {
    return 0
  }
}

const HELD = 'Another program writes this session now. Wait until it ends, or go on in a copy of the session.'
const MAY_BE_HELD =
  'The log changed a moment ago. If another program still talks in this session, go on in a copy of it: two writers confuse each other.'

/** Other programs hold no lease; that it changed a moment ago is all that tells of them. */
function isChangedByOthers(path: string, written: PlanChatOptions['written']): boolean {
  const changed = readChange(path)
  return Date.now() - changed < LIVE_MS && written.get(path) !== changed
}
