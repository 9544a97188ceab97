import type { ApiRequest } from '@antiphon/contract'
import type { CacheOutcome } from '../cache/prompt-cache.ts'
import type { ApiRefusal } from '../check/refusal.ts'
import type { Fault } from '../faults/fault.ts'

/** What happened to one request: for assertions in tests, and for the live view. */
export type RequestRecord = {
  readonly number: number
  readonly requestId: string
  /** ISO time by the simulator's clock. */
  readonly receivedAt: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The body, where it is JSON. */
  readonly request: ApiRequest | null
  /** 0 where the connection broke without an answer. */
  readonly status: number
  readonly refusal: ApiRefusal | null
  readonly fault: Fault | null
  readonly cache: CacheOutcome | null
  /** The whole message that was answered. */
  readonly answer: Readonly<Record<string, unknown>> | null
  readonly isStream: boolean
}

/** The last requests, oldest first; older ones are forgotten, so that memory stays bounded. */
export interface RequestLog {
  add(record: RequestRecord): void
  all(): readonly RequestRecord[]
  /** Resolves with the first record that fits, now or later. */
  waitFor(fits: (record: RequestRecord) => boolean, signal?: AbortSignal): Promise<RequestRecord>
  onRecord(listener: (record: RequestRecord) => void): () => void
  clear(): void
}
