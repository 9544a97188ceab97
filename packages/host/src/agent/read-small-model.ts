type Variables = Readonly<Record<string, string | undefined>>

/** The small model that does small jobs beside the conversation; null where none is named, since its answers cost. */
export function readSmallModel(env: Variables): string | null {
  return env.ANTHROPIC_SMALL_FAST_MODEL || null
}

/** Who sums up batches of calls: nobody, rules, or the small model. */
type SummaryChoice = 'off' | 'rules' | 'model'

/** Rules, which cost nothing, unless the person names a small model, or wants it or nothing. */
export function readSummaryChoice(env: Variables): SummaryChoice {
  const wish = env.CLAUDE_CODE_EMIT_TOOL_USE_SUMMARIES?.trim().toLowerCase() ?? ''
  if (NO.has(wish)) return 'off'
  return wish !== '' || readSmallModel(env) !== null ? 'model' : 'rules'
}

/** Whether who comes back after a while is told what happened. */
export function wantsAwaySummary(env: Variables, setting: unknown): boolean {
  const wish = env.CLAUDE_CODE_ENABLE_AWAY_SUMMARY?.trim().toLowerCase() ?? ''
  return wish === '' ? setting !== false : !NO.has(wish)
}

const NO: ReadonlySet<string> = new Set(['0', 'false', 'no', 'off'])
