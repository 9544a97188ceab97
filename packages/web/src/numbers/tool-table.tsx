import { oneLine } from '@antiphon/core/ui'
import type { ToolNumbers } from '@antiphon/server/protocol'
import type { ReactElement } from 'react'
import { formatShare, formatTokens, formatWhole } from '../parts/format-numbers.ts'
import { DataTable } from './data-table.tsx'
import css from './numbers.module.css'
import { ShareBar } from './share-bar.tsx'
import { useWords } from './use-words.ts'

/** Which tools' results filled the context. */
export function ToolTable({ tools }: { readonly tools: readonly ToolNumbers[] }): ReactElement {
  const { texts, language } = useWords()
  const columns = [
    {
      heading: texts.groups.tool,
      isWords: true,
      toCell: ({ tool, rest }: ToolNumbers) =>
        rest === null ? oneLine(tool, 80) || texts.unnamed.tool : texts.rest(formatWhole(rest, language)),
    },
    {
      heading: texts.resultTokens,
      toCell: ({ resultTokens }: ToolNumbers) => <b>{`~${formatTokens(resultTokens, language)}`}</b>,
    },
    {
      heading: texts.share,
      toCell: ({ share }: ToolNumbers) => <ShareBar share={share} words={formatShare(share, language)} />,
    },
    { heading: texts.calls, toCell: ({ calls }: ToolNumbers) => formatWhole(calls, language) },
    {
      heading: texts.largest,
      toCell: ({ maxTokens }: ToolNumbers) => `~${formatTokens(maxTokens, language)}`,
    },
    {
      heading: texts.sessionCount,
      toCell: ({ sessions }: ToolNumbers) => (sessions === null ? '' : formatWhole(sessions, language)),
    },
  ]
  return (
    <>
      <DataTable
        caption={`${texts.by}: ${texts.groups.tool}`}
        isCaptionHidden
        columns={columns}
        rows={tools}
        keyOf={({ tool, rest }) => `${tool} ${rest}`}
      />
      <p className={css.note}>{texts.toolEstimate}</p>
    </>
  )
}
