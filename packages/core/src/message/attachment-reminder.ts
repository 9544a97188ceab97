/** Nudges about lists, budgets and manners. */
export type AnyReminderAttachment =
  | TodoReminderAttachment
  | TaskReminderAttachment
  | CriticalSystemReminderAttachment
  | SilentTurnReminderAttachment
  | TotalTokensReminderAttachment
  | TokenUsageAttachment
  | OutputTokenUsageAttachment
  | BudgetUsdAttachment
  | CompanionIntroAttachment

export type TodoReminderAttachment = {
  readonly type: 'todo_reminder'
  readonly content: readonly {
    readonly content: string
    readonly status: string
    readonly activeForm?: string
  }[]
  readonly itemCount: number
}

export type TaskReminderAttachment = {
  readonly type: 'task_reminder'
  readonly content: readonly {
    readonly id: string
    readonly subject: string
    readonly description?: string
    readonly activeForm?: string
    readonly owner?: string
    readonly status: string
    readonly blocks?: readonly string[]
    readonly blockedBy?: readonly string[]
  }[]
  readonly itemCount: number
}

export type CriticalSystemReminderAttachment = {
  readonly type: 'critical_system_reminder'
  readonly content: string
}

export type SilentTurnReminderAttachment = { readonly type: 'silent_turn_reminder'; readonly text: string }

export type TotalTokensReminderAttachment = { readonly type: 'total_tokens_reminder'; readonly text: string }

type Budget = { readonly used: number; readonly total: number; readonly remaining: number }

export type TokenUsageAttachment = Budget & { readonly type: 'token_usage' }

export type BudgetUsdAttachment = Budget & { readonly type: 'budget_usd' }

export type OutputTokenUsageAttachment = {
  readonly type: 'output_token_usage'
  readonly turn: number
  readonly session: number
  readonly budget?: number | null
}

/** A small figure beside the input box that speaks for itself. */
export type CompanionIntroAttachment = {
  readonly type: 'companion_intro'
  readonly name: string
  readonly species: string
}
