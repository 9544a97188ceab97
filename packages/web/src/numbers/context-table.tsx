import type { ContextAnswer, ContextReport } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { formatRoute } from '../page/route.ts'
import { formatTokens, formatWhole } from '../parts/format-numbers.ts'
import { listUsedParts } from './context-parts.ts'
import { type DataColumn, DataTable } from './data-table.tsx'
import { useWords } from './use-words.ts'

export type ContextTableProps = {
  readonly report: ContextReport
  /** True where it is only there to be heard. */
  readonly isHidden: boolean
}

/** What filled the context, a row an answer; each leads to it. */
export function ContextTable({ report, isHidden }: ContextTableProps): ReactElement {
  const { texts, language } = useWords()
  const answer: DataColumn<ContextAnswer> = {
    heading: texts.answerCount,
    isWords: true,
    toCell: ({ index, place }) => {
      const name = texts.answer(formatWhole(index + 1, language))
      // A link that nobody sees must not take the focus.
      if (!place || isHidden) return name
      const { id, uuid, seq } = place
      return <a href={formatRoute({ kind: 'session', id, uuid: uuid ?? '-', seq })}>{name}</a>
    },
  }
  const total: DataColumn<ContextAnswer> = {
    heading: texts.total,
    toCell: ({ tokens }) => <b>{formatTokens(tokens, language)}</b>,
  }
  const parts = listUsedParts(report)
    .toReversed()
    .map(
      (part): DataColumn<ContextAnswer> => ({
        heading: texts.parts[part],
        toCell: ({ parts: sizes }) => formatTokens(sizes[part], language),
      }),
    )
  return (
    <DataTable
      caption={texts.context}
      isCaptionHidden
      isReachable={!isHidden}
      columns={[answer, total, ...parts]}
      rows={report.points}
      keyOf={({ index }) => String(index)}
    />
  )
}
