import { findTokenRates, priceTokens, type TokenRates, WEB_SEARCH_USD } from '@antiphon/core/usage'
import { ROW_WORDS } from './answer-rows.ts'
import { type AnswerRun, type AnswerRuns, computeRuns } from './answer-runs.ts'
import { fromLabel } from './decode-row.ts'
import { USUAL_LABEL } from './encode-table.ts'
import { type TallyItem, toTallyItem } from './tally-item.ts'
import type { VisitedFile } from './usage-book.ts'

/** Shows what counts of files as items: runs as they are remembered, and whole answers where these do not do. */
export function createRunVisitor(onItem: (item: TallyItem) => void): (file: VisitedFile) => void {
  const ratesOf = createRatesMemory()
  return file => {
    const { runs, odd } = chooseRuns(file)
    const priced = runs.map(run => ({ run, rates: ratesOf(file, run) }))
    if (priced.some(isMixed)) {
      for (let row = 0; row * ROW_WORDS < file.table.rows.length; row++)
        if (file.isCounted(row)) onItem(toTallyItem(file.decode(row)))
      return
    }
    for (const item of priced) onItem(toItem(item, file))
    for (const row of odd) onItem(toTallyItem(file.decode(row)))
  }
}

type PricedRun = { readonly run: AnswerRun; readonly rates: TokenRates }

/** What is remembered is of all rows: where one does not count, the others are added up anew. */
function chooseRuns({ table, isWhole, isCounted }: VisitedFile): AnswerRuns {
  return isWhole ? table.runs : computeRuns(table.rows, isCounted)
}

/** True for a run of which some answers have the price of long prompts and some have not. */
function isMixed({ run, rates }: PricedRun): boolean {
  const [, , , , , , shortest, longest] = run
  return rates.long !== null && shortest <= rates.long.over && longest > rates.long.over
}

function toItem({ run, rates }: PricedRun, { table, session, project, isSubagent }: VisitedFile): TallyItem {
  const [model, , ofSubagent, answers, time, lastTime, shortest, , input, output, ...others] = run
  const [cacheWrite5m, cacheWrite1h, cacheRead, webSearches, outputAtLeast, estimatedAnswers] = others
  const prices = rates.long && shortest > rates.long.over ? rates.long.prices : rates.prices
  const { multiplier, reasons } = rates
  const priceOf = (written: number): number | undefined =>
    priceTokens(
      { input, output: written, cacheWrite5m, cacheWrite1h, cacheRead },
      { prices, multiplier, reasons, long: null },
    )
  const usd = priceOf(output)
  const searches = webSearches * WEB_SEARCH_USD
  const used = input + output + cacheWrite5m + cacheWrite1h + cacheRead
  return {
    input,
    output,
    cacheWrite5m,
    cacheWrite1h,
    cacheRead,
    session,
    project,
    model: table.texts[model] ?? '',
    isSubagent: isSubagent || ofSubagent === 1,
    answers,
    time: time ?? Number.NaN,
    lastTime: lastTime ?? Number.NaN,
    at: null,
    costUsd: (usd ?? 0) + searches,
    isCostKnown: usd !== undefined || used === 0,
    outputAtLeast,
    estimatedAnswers,
    costUsdAtLeast: (priceOf(outputAtLeast) ?? 0) + searches,
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Rates change with the day at most. */
function createRatesMemory(): (file: VisitedFile, run: AnswerRun) => TokenRates {
  const known = new Map<string, TokenRates>()
  return ({ table: { texts } }, [modelPlace, labelPlace, , , time]) => {
    const [model, label] = [texts[modelPlace] ?? '', texts[labelPlace] ?? USUAL_LABEL]
    const day = time === null ? null : Math.floor(time / DAY_MS)
    const key = `${day}\n${label}\n${model}`
    const before = known.get(key)
    if (before) return before
    const at = day === null ? undefined : new Date(day * DAY_MS).toISOString()
    const { service_tier, inference_geo, speed } = fromLabel(label)
    const rates = findTokenRates({ model, at, service_tier, inference_geo, speed })
    known.set(key, rates)
    return rates
  }
}
