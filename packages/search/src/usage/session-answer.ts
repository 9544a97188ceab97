import type { CountedAnswer } from '@antiphon/core/usage'

/** An answer that was counted once, and whom it is counted for. */
export type SessionAnswer = CountedAnswer & {
  readonly session: string
  /** The directory that the session was started in; the name of its folder where no line tells it. */
  readonly project: string
  /** The subagent that gave it; null for the session itself, and where nothing names the subagent. */
  readonly agent: string | null
}

/** A call of a tool that was counted once. */
export type SessionToolCall = {
  readonly id: string
  readonly tool: string
  /** What the model reads of the result, estimated by its size; zero where none was seen. */
  readonly resultTokens: number
  readonly at: string | null
  readonly session: string
  readonly project: string
}
