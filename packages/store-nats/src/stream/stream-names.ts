import { checkSessionKey, type SessionKey } from '@antiphon/transcript'

/** What the store uses on a server, all beginning with its space. */
export type StreamNames = {
  /** The stream of all logs, and of those that are still drafts. */
  readonly logs: string
  /** Key-value buckets: who may write a log, and which writers are alive. */
  readonly leases: string
  readonly writers: string
  readonly space: string
}

/** The names in a space. */
export function toStreamNames(space: string): StreamNames {
  return {
    space,
    logs: `${space}_logs`,
    leases: `KV_${space}_leases`,
    writers: `KV_${space}_writers`,
  }
}

/** The subject of a log. */
export function toLogSubject({ space }: StreamNames, key: SessionKey): string {
  checkSessionKey(key)
  return `${space}.log.${toKeyTokens(key)}`
}

/** Where lines of a log lie that were written as a draft. */
export function toDraftSubject({ space }: StreamNames, draft: string, key: SessionKey): string {
  checkSessionKey(key)
  return `${space}.draft.${draft}.${toKeyTokens(key)}`
}

/** All lines of a draft. */
export function toDraftFilter({ space }: StreamNames, draft: string): string {
  return `${space}.draft.${draft}.>`
}

/** The logs that match. */
export function toLogFilter({ space }: StreamNames, { project, session, below = '*' }: LogFilter): string {
  const tokens = [project, session].map(part => (part === undefined ? '*' : toToken(part)))
  return `${space}.log.${tokens.join('.')}.${below}`
}

export type LogFilter = {
  readonly project?: string | undefined
  readonly session?: string | undefined
  /** The token of what lies below the session; everything unless told. */
  readonly below?: string
}

/** Who may write a log. */
export function toLeaseSubject({ space }: StreamNames, key: SessionKey): string {
  return `$KV.${space}_leases.${toKeyTokens(key)}`
}

/** Whether a writer is alive. */
export function toWriterSubject({ space }: StreamNames, writer: string): string {
  return `$KV.${space}_writers.${writer}`
}

/** The key that a subject ends with: of a log, a draft or a lease. */
export function toKey(subject: string): SessionKey {
  const [project = '', session = '', below = OWN] = subject.split('.').slice(-3)
  const key = { project: fromToken(project), session: fromToken(session) }
  return below === OWN ? key : { ...key, subpath: fromToken(below) }
}

function toKeyTokens({ project, session, subpath }: SessionKey): string {
  return [toToken(project), toToken(session), subpath === undefined ? OWN : toToken(subpath)].join('.')
}

/** Stands for what a session says itself; no text becomes it. */
export const OWN: string = '='

/** What may not stand in a subject or a bucket's key is said by its bytes. */
function toToken(text: string): string {
  return text.replace(/[^\w/-]/gu, character =>
    [...Buffer.from(character)].map(byte => `=${byte.toString(16).padStart(2, '0').toUpperCase()}`).join(''),
  )
}

function fromToken(token: string): string {
  if (!token.includes(OWN)) return token
  const bytes = token.replace(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString()
}
