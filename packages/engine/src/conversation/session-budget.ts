import { createAttachmentMessage, type Message, sumAnswers } from '@antiphon/core'
import type { UsageLedger } from '@antiphon/core/usage'

/** What may be spent, and where it is written down what was. */
export type BudgetOptions = {
  /** In USD, by everything that the ledger counts. */
  readonly usd?: number | undefined
  /** Output tokens of one turn, those of its subagents included. */
  readonly turnTokens?: number | undefined
  /** What every answer used, whoever asked. */
  readonly spending: Pick<UsageLedger, 'answers'>
}

/** Keeps a session within what may be spent. */
export interface SessionBudget {
  /** A turn begins: its tokens and its nudges count anew. */
  beginTurn(): void
  /** What the model has to be told now: once when a budget nears its end, and once more just before. */
  takeNudges(): readonly Message[]
  /** Why the model may not be asked again; null while something is left. */
  findEnd(): BudgetEnd | null
  /** What the record of a turn tells; undefined where its tokens have no limit. */
  turn(): { readonly tokens: number; readonly limit: number; readonly nudges: number } | undefined
}

export type BudgetEnd = { readonly kind: 'usd' | 'tokens'; readonly detail: string }

/** A budget of which nothing is spent; without limits it says nothing. */
export function createSessionBudget(options: BudgetOptions | undefined): SessionBudget {
  const { usd, turnTokens } = options ?? {}
  const sum = (): ReturnType<typeof sumAnswers> => sumAnswers(options?.spending.answers() ?? [])
  let [tokensBefore, nudges] = [0, 0]
  const told = { usd: 0, tokens: 0 }
  const usedTokens = (): number => sum().usage.output_tokens - tokensBefore

  /** True once for each step that was reached since the last time; several at once are one. */
  function reaches(kind: keyof typeof told, used: number, limit: number): boolean {
    const reached = NUDGE_AT.filter(share => used >= share * limit && used < limit).length
    if (reached <= told[kind]) return false
    told[kind] = reached
    return true
  }

  return {
    beginTurn() {
      tokensBefore = sum().usage.output_tokens
      nudges = 0
      told.tokens = 0
    },
    takeNudges() {
      const messages: Message[] = []
      const costUsd = usd === undefined ? 0 : sum().costUsd
      if (usd !== undefined && reaches('usd', costUsd, usd)) {
        const used = { used: round(costUsd), total: usd, remaining: round(usd - costUsd) }
        messages.push(createAttachmentMessage({ type: 'budget_usd', ...used }))
      }
      const turn = turnTokens === undefined ? 0 : usedTokens()
      if (turnTokens !== undefined && reaches('tokens', turn, turnTokens)) {
        const session = sum().usage.output_tokens
        messages.push(
          createAttachmentMessage({ type: 'output_token_usage', turn, session, budget: turnTokens }),
        )
      }
      if (messages.length === 0) return []
      nudges++
      return [...messages, createAttachmentMessage({ type: 'critical_system_reminder', content: WRAP_UP })]
    },
    findEnd() {
      if (usd !== undefined) {
        const { costUsd, isCostKnown } = sum()
        if (costUsd >= usd) return { kind: 'usd', detail: `Reached maximum budget ($${usd})` }
        // What cannot be counted cannot be kept.
        if (!isCostKnown) return { kind: 'usd', detail: UNKNOWN_PRICE }
      }
      return turnTokens !== undefined && usedTokens() >= turnTokens
        ? { kind: 'tokens', detail: `Reached the turn's budget of ${turnTokens} output tokens` }
        : null
    },
    turn: () => (turnTokens === undefined ? undefined : { tokens: usedTokens(), limit: turnTokens, nudges }),
  }
}

const NUDGE_AT = [0.8, 0.95]

const WRAP_UP =
  'The budget is nearly used up, and the turn ends when it is. Finish what you are doing, begin nothing new, and say what is done and what is left.'

const UNKNOWN_PRICE =
  'The price of a model that answered is not known, so the budget in USD cannot be kept; use --task-budget'

function round(usd: number): number {
  return Math.round(usd * 10_000) / 10_000
}
