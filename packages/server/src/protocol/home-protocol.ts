import type { UsageTotal } from '@antiphon/search'

export type HomeQuestion = {
  /** In which days are told; the server's own unless told. */
  readonly timezone?: string
}

/** What was used lately, out of what is counted: for the first page that a person sees. */
export type HomeReport = {
  readonly timeZone: string
  /** The day that it is, as `2026-11-15`. */
  readonly today: string
  /** The days of the past year on which anything was used, in their order. */
  readonly days: readonly HomeDay[]
  readonly spent: {
    readonly today: HomeSum
    /** Of the month that it is. */
    readonly month: HomeSum
    /** From Monday on. */
    readonly week: HomeSum
    /** The same days of the week before, up to this time of day; and all of it. */
    readonly lastWeekSoFar: HomeSum
    readonly lastWeek: HomeSum
    readonly pastFiveHours: HomeSum
    readonly pastSevenDays: HomeSum
    readonly year: HomeSum
  }
  /** What the newest messages about the limits of a subscription say, if they still hold. */
  readonly limits: readonly LimitNotice[]
}

export type HomeDay = {
  readonly day: string
  readonly sessions: number
  readonly answers: number
  readonly costUsd: number
}

/** A sum; its cost is a lower bound where `isCostKnown` is false. */
export type HomeSum = Pick<UsageTotal, 'sessions' | 'answers' | 'costUsd' | 'costUsdAtLeast' | 'isCostKnown'>

/** The windows in which a subscription is limited. */
export type LimitWindow = 'five-hour' | 'weekly'

/** A stored message that says a limit was reached. Logs never tell how much of a window is used. */
export type LimitNotice = {
  readonly window: LimitWindow
  readonly at: string
  /** When it ends; null where the words do not tell it in a way that can be read. */
  readonly resetsAt: string | null
  /** As it was said. */
  readonly words: string
}

export type OutcomeQuestion = { readonly session: string }

/** How a session stands at its end, and what it changed. */
export type SessionOutcome = {
  /** The first line of its last words, or why it stopped; null where it said nothing. */
  readonly words: string | null
  readonly isFailed: boolean
  /** Null where the log is too large for a list. */
  readonly changed: { readonly files: number; readonly added: number; readonly removed: number } | null
}
