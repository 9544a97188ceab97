import type { SessionKey } from '../store/session-key.ts'

/** A file that a session or one of its subagents is stored in, as its name tells it. */
export type SessionFile = {
  readonly kind: SessionFileKind
  readonly key: SessionKey
  readonly path: string
  /** The folder that holds `projects`. */
  readonly root: string
}

export type SessionFileKind = 'session' | 'subagent'
