import { type ContextReference, createSystemMessage, type Message, type MessageOrigin } from '@antiphon/core'
import type { PermissionDenial } from '../query/create-permit.ts'
import type { QueryEnd } from '../query/query-event.ts'
import type { UsageTotals } from '../query/usage-totals.ts'
import type { Session } from '../session/session.ts'

/** What a turn came to; everything of it is durable. */
export type TurnResult = {
  readonly end: QueryEnd
  /** What the model said last. */
  readonly text: string
  /** How often it was asked. */
  readonly turns: number
  readonly durationMs: number
  readonly usage: UsageTotals
  readonly denials: readonly PermissionDenial[]
  /** Who sent the prompt, where it is known. */
  readonly origin?: MessageOrigin | undefined
}

export type SubmitOptions = {
  /** Messages that belong before the prompt: attachments, references. */
  readonly before?: readonly Message[]
  readonly uuid?: string
  /** Who sent it, where it is known: that of the queued prompt which is submitted. At what a task sent no hook looks, and it names no files. */
  readonly origin?: MessageOrigin | undefined
  /** What the person attached; the prompt holds its rendering. */
  readonly contexts?: readonly ContextReference[] | undefined
  /** Interrupts the turn, also before it has begun. */
  readonly signal?: AbortSignal
}

/** What went wrong in keeping what files were. */
export function listCheckpointProblems({ checkpoints }: Session['services']): readonly Message[] {
  return (checkpoints?.takeProblems() ?? []).map(problem => createSystemMessage(problem, 'warning'))
}
