import { TranscriptError, type TranscriptErrorCode } from '@antiphon/transcript'

/** True for a failure after which another connection, or another server, may do: nothing is known of what was asked. */
export function isLostConnection(error: unknown): boolean {
  const code = codeOf(error)
  // The client gives a connection that broke off no code.
  if (code === undefined) return error instanceof Error && /connection|timeout/i.test(error.message)
  if (NETWORK_CODES.has(code)) return true
  if (code.length !== 5) return code.startsWith('E')
  return LOST_STATES.some(state => code.startsWith(state))
}

const NETWORK_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
])

// Connection exceptions; a server that shuts down, starts or was made a standby; a standby that is asked to write;
// too many connections; a transaction that lost to another and changed nothing.
const LOST_STATES: readonly string[] = ['08', '57P0', '25006', '53300', '40001', '40P01']

/** True where a prepared statement is not known, or known as another one: it was not run. */
export function isUnknownName(error: unknown): boolean {
  const code = codeOf(error)
  return code === '26000' || code === '42P05' || code === '0A000'
}

/** A failure of the server as the store's own, with what to do about it. */
export function toStoreError(error: unknown, server: string): TranscriptError {
  if (error instanceof TranscriptError) return error
  const { code, text } = explain(codeOf(error), error)
  return new TranscriptError(code, `${server}: ${text}`, { cause: error })
}

type Explained = { readonly code: TranscriptErrorCode; readonly text: string }

function explain(code: string | undefined, error: unknown): Explained {
  const said = error instanceof Error ? error.message : String(error)
  switch (code) {
    case '53100':
      return { code: 'no-space', text: 'the disk of the server is full. Nothing acknowledged is lost.' }
    case '42501':
      return { code: 'read-only', text: `the role may not do that (${said}). Ask the owner of the database.` }
    case '42P01':
    case '3F000':
      return { code: 'not-found', text: 'holds no tables of Antiphon. Run `antiphon store migrate` once.' }
    case '55P03':
      return { code: 'io', text: 'somebody reads or changes the tables for long. Try again in a moment.' }
    case '28000':
      if (said.includes('no encryption'))
        return {
          code: 'read-only',
          text: `takes no connection without TLS (${said}). Add ?sslmode=verify-full to the address.`,
        }
      return { code: 'read-only', text: `refuses the login (${said}). Check user, password or ~/.pgpass.` }
    case '28P01':
      return { code: 'read-only', text: `refuses the login (${said}). Check user, password or ~/.pgpass.` }
    default:
      return {
        code: isLostConnection(error) ? 'away' : 'io',
        text: `cannot be reached or used (${said || code}).`,
      }
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
