import {
  type ResumedSession,
  resumeSession,
  type SessionKey,
  type TranscriptStore,
} from '@antiphon/transcript'
import type { StoreNews } from '../fleet/spool/spooled-store.ts'
import { ProgramError } from '../program-error.ts'
import type { AgentFlags } from './agent-flags.ts'

/** Has a listener hear what a person should know of the store, also of what was before it came. */
export type FollowStore = (listen: (news: StoreNews) => void) => void

/** A session to write: where, and what is there already. */
export type ChosenSession = {
  readonly store: TranscriptStore
  /** The folder of its files; null in a store that has none. */
  readonly root: string | null
  /** Where a store without files is copied to for whoever reads along; null where there is no such copy. */
  readonly replica?: string | null
  readonly key: SessionKey
  readonly resumed: ResumedSession | null
  /** A copy that was made just now. */
  readonly isFork: boolean
  /** Hears how its store is, where that is a server. */
  readonly followStore?: FollowStore
}

/** A copy would be stored. */
export function isFork({ forkSession, sessionPersistence }: AgentFlags): boolean {
  return forkSession === true && sessionPersistence
}

/** Goes on with a session from where it ends, or from a message. */
export async function resumeAt(
  store: TranscriptStore,
  key: SessionKey,
  at: string | undefined,
): Promise<ResumedSession> {
  const resumed = await resumeSession(store, key, at === undefined ? {} : { leafUuid: at })
  if (at !== undefined && resumed.leaf?.uuid !== at)
    throw new ProgramError('wrong-use', `Session ${key.session} has no message ${at} to go on from.`)
  return resumed
}
