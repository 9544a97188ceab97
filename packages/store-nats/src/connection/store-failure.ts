import { TranscriptError, type TranscriptErrorCode } from '@antiphon/transcript'
import { JetStreamApiError } from '@nats-io/jetstream'
import { errors } from '@nats-io/transport-node'

/** True for a failure after which another try, or another server, may do: nothing is known of what was asked. */
export function isLost(error: unknown): boolean {
  if (error instanceof TranscriptError) return error.code === 'away'
  const code = apiCodeOf(error)
  if (code !== null) return LOST_CODES.has(code) && !(error instanceof Error && isLimit(code, error.message))
  return (
    error instanceof errors.TimeoutError ||
    error instanceof errors.NoRespondersError ||
    error instanceof errors.RequestError ||
    error instanceof errors.ConnectionError ||
    error instanceof errors.ProtocolError ||
    error instanceof errors.ClosedConnectionError ||
    (error instanceof Error && LOST_NAMES.has(error.name)) ||
    isNetworkFailure(error)
  )
}

/** True where somebody else's message is the last one by now. */
export function isWrongLast(error: unknown): boolean {
  const code = apiCodeOf(error)
  return code !== null && WRONG_LAST.has(code)
}

/** True where the server has not got the stream. */
export function isNoStream(error: unknown): boolean {
  return apiCodeOf(error) === NO_STREAM
}

/** True where so many copies of a stream cannot be had. */
export function isTooFewServers(error: unknown): boolean {
  const code = apiCodeOf(error)
  return code !== null && TOO_FEW.has(code)
}

// The numbers of the server's errors.json.
const NO_STREAM = 10_059
const WRONG_LAST: ReadonlySet<number> = new Set([10_071, 10_164])
/** No suitable peers; replicas without a cluster. */
const TOO_FEW: ReadonlySet<number> = new Set([10_005, 10_074])
/**
 * Not available, no leader, offline, a publish or a proposal that failed, too many requests, the same message in flight:
 * who asks again later may be answered.
 */
const LOST_CODES: ReadonlySet<number> = new Set([
  ...[10_006, 10_007, 10_008, 10_009, 10_041, 10_076, 10_077, 10_118],
  ...[10_119, 10_158, 10_167, 10_194, 10_195],
])
const STORE_FAILED = 10_077
/** Of the server or the account: resources, memory, storage, consumers, streams. */
const NO_SPACE: ReadonlySet<number> = new Set([10_002, 10_023, 10_026, 10_027, 10_028, 10_047])
/** Errors that the client keeps to itself: nobody answered for JetStream, as while a leader is elected. */
const LOST_NAMES: ReadonlySet<string> = new Set([
  'JetStreamNotEnabled',
  'JetStreamStatusError',
  // Heartbeats that were missed.
  'JetStreamError',
])

/** A failure of the server as the store's own, with what to do about it. */
export function toStoreError(error: unknown, server: string): TranscriptError {
  if (error instanceof TranscriptError) return error
  const { code, text } = explain(error)
  return new TranscriptError(code, `${server}: ${text}`, { cause: error })
}

type Explained = { readonly code: TranscriptErrorCode; readonly text: string }

function explain(error: unknown): Explained {
  const said = error instanceof Error ? error.message : String(error)
  const code = apiCodeOf(error)
  if (code === NO_STREAM)
    return { code: 'not-found', text: 'holds no logs of Antiphon. Run `antiphon store migrate` once.' }
  if (code !== null && isFull(code, said))
    return {
      code: 'no-space',
      text: `has no room left, or the account may have no more (${said}). Nothing acknowledged is lost.`,
    }
  if (error instanceof errors.AuthorizationError || error instanceof errors.UserAuthenticationExpiredError)
    return {
      code: 'read-only',
      text: `refuses the login (${said}). Check user and password, NATS_CREDS or NATS_NKEY.`,
    }
  if (error instanceof errors.PermissionViolationError)
    return {
      code: 'read-only',
      text: `the account may not do that (${said}). Ask whoever keeps the server.`,
    }
  return { code: isLost(error) ? 'away' : 'io', text: `cannot be reached or used (${said}).` }
}

/** The stream itself may hold no more, on whichever server: a full disk is one server's, and another may lead soon. */
function isLimit(code: number, said: string): boolean {
  return code === STORE_FAILED && /maximum (messages|bytes)/i.test(said)
}

function isFull(code: number, said: string): boolean {
  return (
    isLimit(code, said) ||
    NO_SPACE.has(code) ||
    (code === STORE_FAILED && /space|bytes|storage|resources/i.test(said))
  )
}

function apiCodeOf(error: unknown): number | null {
  return error instanceof JetStreamApiError ? error.code : null
}

function isNetworkFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^E[A-Z]+$/.test(error.code)
  )
}
