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
  const columns: readonly DataColumn<ToolNumbers>[] = [
    [
      texts.groups.tool,
      ({ tool, rest }) =>
        rest === null ? oneLine(tool, 80) || texts.unnamed.tool : texts.rest(formatWhole(rest)),
    ],
    [texts.resultTokens, ({ resultTokens }) => <b>{`~${formatTokens(resultTokens)}`}</b>],
    [texts.share, ({ share }) => <ShareBar share={share} />],
    [texts.calls, ({ calls }) => formatWhole(calls)],
    [texts.largest, ({ maxTokens }) => `~${formatTokens(maxTokens)}`],
    [texts.sessionCount, ({ sessions }) => (sessions === null ? '' : formatWhole(sessions))],
  ]
  return (
    <>
      <DataTable caption={`${texts.by}: ${texts.groups.tool}`} columns={columns} rows={tools} />
      <p className={css.note}>{texts.toolEstimate}</p>
    </>
  )
}
