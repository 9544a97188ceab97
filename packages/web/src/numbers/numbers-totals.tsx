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
  const subagents = formatWhole(total.subagentAnswers)
  return (
    <dl className={css.totals}>
      <Total name={texts.cost} value={<JudgedCost total={total} />} />
      <Total name={texts.tokensIn} value={formatTokens(read)} exact={formatWhole(read)} />
      <Total
        name={texts.tokensOut}
        value={<OutputTokens total={total} />}
        {...(total.estimatedAnswers === 0 && { exact: formatWhole(tokens.output) })}
      />
      <Total
        name={texts.cacheShare}
        value={formatShare(read === 0 ? 0 : tokens.cacheRead / read)}
        note={texts.cacheShareHint}
      />
      {hasSessions && total.sessions !== null && (
        <Total name={texts.sessionCount} value={formatWhole(total.sessions)} />
      )}
      <Total
        name={texts.answerCount}
        value={formatWhole(total.answers)}
        {...(total.subagentAnswers > 0 && { note: texts.ofSubagents(subagents) })}
      />
    </dl>
  )
}

type TotalProps = {
  readonly name: string
  readonly value: ReactNode
  /** Where the value is rounded. */
  readonly exact?: string
  readonly note?: string
}

function Total({ name, value, exact, note }: TotalProps): ReactElement {
  return (
    <div className={`card ${css.total}`}>
      <dt className="fine">{name}</dt>
      <dd title={exact}>
        {value}
        {note !== undefined && <span className={`fine ${css.recorded}`}>{note}</span>}
      </dd>
    </div>
  )
}
