import type { NumbersGroup, NumbersSeries, NumbersTotal } from '@antiphon/server/protocol'
import { findMonday } from '../dates/numbers-period.ts'
import type { NumbersTexts } from '../language/numbers-texts.ts'
import { pageLanguage } from './page-language.ts'

/** Dollars for a person: the smaller the sum, the more digits. */
export function formatUsd(usd: number, language: string = pageLanguage()): string {
  const digits = usd >= 1000 ? 0 : usd >= 0.01 || usd === 0 ? 2 : 4
  return formatDigits(usd, digits, language)
}

/** Dollars along an axis, all with the digits that its step needs. */
export function formatUsdTick(usd: number, step: number, language: string = pageLanguage()): string {
  return formatDigits(usd, Math.min(6, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9))), language)
}

function formatDigits(usd: number, digits: number, language: string): string {
  const number = usd.toLocaleString(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return `$${number}`
}

/** A cost, and that it is more where a model has no known price. */
export function formatCost(
  { costUsd, isCostKnown }: Pick<NumbersTotal, 'costUsd' | 'isCostKnown'>,
  texts: NumbersTexts,
  language: string = pageLanguage(),
): string {
  if (isCostKnown) return formatUsd(costUsd, language)
  return costUsd > 0 ? texts.moreThan(formatUsd(costUsd, language)) : texts.unknown
}

/** A cost in few characters: with the estimate of the output where that makes a difference. */
export function formatJudgedCost(
  total: Pick<NumbersTotal, 'costUsd' | 'costUsdAtLeast' | 'isCostKnown'>,
  texts: NumbersTexts,
  language: string = pageLanguage(),
): string {
  const recorded = formatCost(total, texts, language)
  const judged = formatUsd(total.costUsdAtLeast, language)
  return hasEstimate(total) && judged !== formatUsd(total.costUsd, language)
    ? texts.atLeast(judged)
    : recorded
}

/** True where the estimate makes a difference that can be seen. */
export function hasEstimate({
  costUsd,
  costUsdAtLeast,
}: Pick<NumbersTotal, 'costUsd' | 'costUsdAtLeast'>): boolean {
  return costUsdAtLeast - costUsd >= 0.00005
}

/** A number of tokens in few characters. */
export function formatTokens(tokens: number, language: string = pageLanguage()): string {
  if (tokens < 10_000) return Math.round(tokens).toLocaleString(language)
  return tokens.toLocaleString(language, { notation: 'compact', maximumSignificantDigits: 3 })
}

export function formatWhole(value: number, language: string = pageLanguage()): string {
  return value.toLocaleString(language, { maximumFractionDigits: 0 })
}

/** A share from 0 to 1 as percent. */
export function formatShare(share: number, language: string = pageLanguage()): string {
  const digits = share > 0 && share < 0.1 ? 1 : 0
  return share.toLocaleString(language, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

export type BarTimeOptions = {
  readonly unit: NumbersSeries['unit']
  readonly isLong: boolean
  readonly language?: string
}

/** The time of a bar in few words, or with its year. */
export function formatBarTime(
  from: string,
  { unit, isLong, language = pageLanguage() }: BarTimeOptions,
  texts: NumbersTexts,
): string {
  const date = new Date(`${from}T00:00:00Z`)
  if (Number.isNaN(date.getTime())) return from
  const day = date.toLocaleDateString(language, {
    timeZone: 'UTC',
    month: 'short',
    ...(unit !== 'month' && { day: 'numeric' }),
    ...((isLong || unit === 'month') && { year: 'numeric' }),
    ...(isLong && unit === 'day' && { weekday: 'short' }),
  })
  return isLong && unit === 'week' ? texts.weekOf(day) : day
}

/** The name of a row of the table. */
export function formatKey(
  by: NumbersGroup,
  key: string | null,
  { texts, language = pageLanguage() }: { readonly texts: NumbersTexts; readonly language?: string },
): string {
  if (key === null) return texts.unnamed[by]
  if (by === 'day') return formatBarTime(key, { unit: 'day', isLong: true, language }, texts)
  if (by === 'month') return formatBarTime(`${key}-01`, { unit: 'month', isLong: true, language }, texts)
  const monday = by === 'week' ? findMonday(key) : null
  return monday === null ? key : formatBarTime(monday, { unit: 'week', isLong: true, language }, texts)
}
