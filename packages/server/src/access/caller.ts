import { type MessageAuthor, readMessageAuthor } from '@antiphon/core'
import type { CallerRole } from '../protocol/route-access.ts'
import type { Reach } from './reach.ts'

/** Who asks: this is the one value that says it, from the door to the audit log. */
export type Caller = {
  /** Null for whoever has the link of the one who started the server. */
  readonly name: string | null
  readonly role: CallerRole
  readonly by: 'link' | 'token' | 'proxy'
  readonly address: string
  readonly reach: Reach
  /** What they were let in by; another one is not theirs. Empty for the link. */
  readonly grant: string
}

/** The name under which somebody speaks to others; null where the page may say it, since there is one person behind the link. */
export function toAuthor({ name }: Caller): MessageAuthor | null {
  return name === null ? null : readMessageAuthor({ name })
}
