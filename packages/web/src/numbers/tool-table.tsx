import { oneLine } from '@antiphon/core/ui'
import type { ToolNumbers } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatTokens, formatWhole } from '../parts/format-numbers.ts'
import { type DataColumn, DataTable, ShareBar } from './data-table.tsx'
import css from './numbers.module.css'

/** Which tools' results filled the context. */
export function ToolTable({ tools }: { readonly tools: readonly ToolNumbers[] }): ReactElement {
  const texts = useTexts().numbers
  const largest = Math.max(0, ...tools.map(({ share }) => share))
  const columns: readonly DataColumn<ToolNumbers>[] = [
    {
      heading: texts.groups.tool,
      toCell: ({ tool, rest }) =>
        rest === null ? oneLine(tool, 80) || texts.unnamed.tool : texts.rest(formatWhole(rest)),
      toValue: ({ tool }) => tool,
    },
    {
      heading: texts.resultTokens,
      toCell: ({ resultTokens }) => <b>{`~${formatTokens(resultTokens)}`}</b>,
      toValue: ({ resultTokens }) => resultTokens,
    },
    {
      heading: texts.share,
      toCell: ({ share }) => <ShareBar share={share} largest={largest} />,
      toValue: ({ share }) => share,
    },
    { heading: texts.calls, toCell: ({ calls }) => formatWhole(calls), toValue: ({ calls }) => calls },
    {
      heading: texts.largest,
      toCell: ({ maxTokens }) => `~${formatTokens(maxTokens)}`,
      toValue: ({ maxTokens }) => maxTokens,
    },
    {
      heading: texts.sessionCount,
      toCell: ({ sessions }) => (sessions === null ? '' : formatWhole(sessions)),
      toValue: ({ sessions }) => sessions ?? 0,
    },
  ]
  return (
    <>
      <DataTable caption={`${texts.by}: ${texts.groups.tool}`} columns={columns} rows={tools} />
      <p className={css.note}>{texts.toolEstimate}</p>
    </>
  )
}
