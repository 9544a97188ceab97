import type { NumbersTotal } from '@antiphon/server/protocol'
import type { ReactElement, ReactNode } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatShare, formatTokens, formatWhole } from '../parts/format-numbers.ts'
import { JudgedCost, OutputTokens } from './judged-numbers.tsx'
import css from './numbers.module.css'

export type NumbersTotalsProps = {
  readonly total: NumbersTotal
  /** Whether it is about more than one. */
  readonly hasSessions?: boolean
}

/** The few numbers that say it all. */
export function NumbersTotals({ total, hasSessions = false }: NumbersTotalsProps): ReactElement {
  const texts = useTexts().numbers
  const { tokens } = total
  const read = tokens.input + tokens.cacheWrite5m + tokens.cacheWrite1h + tokens.cacheRead
  const isEstimated = total.estimatedAnswers > 0
  return (
    <dl className={css.totals}>
      <Total name={texts.costByApi} value={<JudgedCost total={total} />} note={texts.costHint} />
      <Total
        name={texts.tokensOut}
        value={<OutputTokens total={total} />}
        note={isEstimated ? texts.partlyEstimated : texts.countedByApi}
        {...(!isEstimated && { exact: formatWhole(tokens.output) })}
      />
      <Total
        name={texts.tokensIn}
        value={formatTokens(read)}
        exact={formatWhole(read)}
        note={texts.countedByApi}
      />
      <Total
        name={texts.cacheShare}
        value={formatShare(read === 0 ? 0 : tokens.cacheRead / read)}
        note={texts.cacheShareHint}
      />
      {hasSessions && total.sessions !== null ? (
        <Total
          name={texts.sessionCount}
          value={formatWhole(total.sessions)}
          note={texts.answersIn(formatWhole(total.answers))}
        />
      ) : (
        <Total
          name={texts.answerCount}
          value={formatWhole(total.answers)}
          note={total.subagentAnswers > 0 ? texts.ofSubagents(formatWhole(total.subagentAnswers)) : ''}
        />
      )}
    </dl>
  )
}

type TotalProps = {
  readonly name: string
  readonly value: ReactNode
  /** Where the value is rounded. */
  readonly exact?: string
  readonly note: string
}

function Total({ name, value, exact, note }: TotalProps): ReactElement {
  return (
    <div className={css.total}>
      <dt>{name}</dt>
      <dd title={exact}>{value}</dd>
      <dd className={css.aside}>{note}</dd>
    </div>
  )
}
