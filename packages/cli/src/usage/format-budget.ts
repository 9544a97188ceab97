import { formatUsd } from '@antiphon/core/usage'
import { findConfigFolder, homeOf, type Io, readSettingsFile } from '@antiphon/host'
import { reportUsage } from '@antiphon/search'
import type { UsageOptions } from './run-usage.ts'
import { toCollectOptions } from './to-collect-options.ts'

/** How much of the person's budget is spent in this month, where they set one; what is wrong with their settings. */
export async function readBudgetNotes(
  { cache, timezone }: Pick<UsageOptions, 'cache' | 'timezone'>,
  io: Io,
): Promise<readonly string[]> {
  const { settings, problems } = await readSettingsFile(findConfigFolder(io.env, homeOf(io)))
  const { monthlyBudgetUsd, budgetAlertPercent } = settings
  if (monthlyBudgetUsd === null) return problems
  const all = { by: 'month', cache, ...(timezone !== undefined && { timezone }) } as const
  const { table } = await reportUsage({ ...(await toCollectOptions(all, io)), by: 'month' })
  const month = new Date().toLocaleDateString('sv', { timeZone: table.timeZone }).slice(0, 7)
  const spent = table.rows.find(({ key }) => key === month)?.costUsd ?? 0
  return [...problems, formatBudget({ spent, budget: monthlyBudgetUsd, alert: budgetAlertPercent })]
}

type Budget = { readonly spent: number; readonly budget: number; readonly alert: number }

/** One sentence; a second one where the person asked to be warned. */
export function formatBudget({ spent, budget, alert }: Budget): string {
  const percent = Math.floor((spent / budget) * 100)
  const state = `This month: ${formatUsd(spent)} of your budget of ${formatUsd(budget)} (${percent} %).`
  if (percent >= 100) return `${state} It is used up.`
  return percent >= alert ? `${state} You asked to be warned at ${alert} %.` : state
}
