import type { NumbersTotal } from '@antiphon/server/protocol'
import type { ReactElement, ReactNode } from 'react'
import { formatShare, formatTokens, formatWhole } from '../parts/format-numbers.ts'
import { JudgedCost, OutputTokens } from './judged-numbers.tsx'
import css from './numbers.module.css'
import { useWords } from './use-words.ts'

export type NumbersTotalsProps = {
  readonly total: NumbersTotal
  /** Whether it is about more than one. */
  readonly hasSessions?: boolean
}

/** The few numbers that say it all. */
export function NumbersTotals({ total, hasSessions = false }: NumbersTotalsProps): ReactElement {
  const words = useWords()
  const { texts, language } = words
  const { tokens } = total
  const read = tokens.input + tokens.cacheWrite5m + tokens.cacheWrite1h + tokens.cacheRead
  const subagents = formatWhole(total.subagentAnswers, language)
  return (
    <dl className={css.totals}>
      <Total name={texts.cost} value={<JudgedCost total={total} />} />
      <Total name={texts.tokensIn} value={formatTokens(read, language)} exact={formatWhole(read, language)} />
      <Total
        name={texts.tokensOut}
        value={<OutputTokens total={total} />}
        {...(total.estimatedAnswers === 0 && { exact: formatWhole(tokens.output, language) })}
      />
      <Total
        name={texts.cacheShare}
        value={formatShare(read === 0 ? 0 : tokens.cacheRead / read, language)}
        note={texts.cacheShareHint}
      />
      {hasSessions && total.sessions !== null && (
        <Total name={texts.sessionCount} value={formatWhole(total.sessions, language)} />
      )}
      <Total
        name={texts.answerCount}
        value={formatWhole(total.answers, language)}
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
