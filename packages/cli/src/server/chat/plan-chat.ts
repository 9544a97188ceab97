import { statSync } from 'node:fs'
import { isLeased } from '@antiphon/transcript'
import type { ChatWish } from '@antiphon/web/backend'
import { LIVE_MS } from '../sessions/is-live.ts'
import type { OpenChatOptions } from './chat.ts'
import { type ChatOutcome, done, refused } from './chat-outcome.ts'
import { type FindChatPlaceOptions, findChatPlace } from './find-chat-place.ts'
import { toChatFlags } from './to-chat-flags.ts'

export type PlanChatOptions = FindChatPlaceOptions & {
  /** When an agent of ours changed a log last: what changed since then was changed by somebody else. */
  readonly written: ReadonlyMap<string, number>
}

/** How the agent is to be started that a page wishes; refused where it cannot be, or should not. */
export async function planChat(
  wish: ChatWish,
  options: PlanChatOptions,
): Promise<ChatOutcome<Pick<OpenChatOptions, 'flags' | 'cwd' | 'warnings'>>> {
  const place = await findChatPlace(wish, options)
  if (place.kind === 'refused') return place
  const { log, cwd } = place.value
  const flags = toChatFlags(wish, log)
  if (flags.kind === 'refused') return flags
  const path = wish.fork ? undefined : log?.path
  if (path !== undefined && (await isLeased(path))) return refused(409, HELD)
  const mayBeHeld = path !== undefined && isChangedByOthers(path, options.written)
  return done({ flags: flags.value, cwd, warnings: mayBeHeld ? [MAY_BE_HELD] : [] })
}

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
