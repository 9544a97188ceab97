import type { JsonObject, JsonValue } from '@antiphon/contract'
import type { Usage } from './usage.ts'
import { randomUUID, type UUID } from './uuid.ts'

/** Closes a run: how it ended, how long it took, what it cost. */
export type ResultMessage = {
  readonly type: 'result'
  readonly subtype: ResultSubtype
  readonly uuid: UUID
  readonly sessionId: string
  readonly timestamp: string
  readonly duration_ms: number
  readonly duration_api_ms: number
  readonly num_turns: number
  readonly is_error: boolean
  readonly result?: string
  readonly total_cost_usd: number
  readonly usage: Partial<Usage>
  readonly errors?: readonly string[]
  readonly stop_reason?: string | null
  readonly modelUsage?: Readonly<Record<string, JsonValue>>
  readonly permission_denials?: readonly JsonValue[]
  readonly terminal_reason?: string
  readonly origin?: JsonObject
  /** The prompts that it answers, the first one also by itself. */
  readonly user_message_uuid?: UUID
  readonly user_message_uuids?: readonly UUID[]
}

/** Makes the message that closes a run, with uuid and time filled in. */
export function createResultMessage(
  facts: Omit<ResultMessage, 'type' | 'uuid' | 'timestamp'>,
): ResultMessage {
  return { type: 'result', uuid: randomUUID(), timestamp: new Date().toISOString(), ...facts }
}

export type ResultSubtype =
  | 'success'
  | 'error_max_turns'
  | 'error_during_execution'
  | 'error_max_budget_usd'
  | 'error_max_structured_output_retries'
