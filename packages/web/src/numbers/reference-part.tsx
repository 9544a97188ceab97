import { CONTEXT_NAMES } from '@antiphon/core/message'
import { oneLine } from '@antiphon/core/ui'
import type { ReferenceNumbers, ReferencesQuestion, ReferencesReport } from '@antiphon/server/protocol'
import { type ReactElement, useState } from 'react'
import { useClient, useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { formatWhole } from '../parts/format-numbers.ts'
import { type DataColumn, DataTable } from './data-table.tsx'
import css from './numbers.module.css'
import { ToldView } from './told-view.tsx'
import { useTold } from './use-told.ts'

export type ReferencePartProps = {
  readonly question: ReferencesQuestion
  /** Another one is a wish to count again. */
  readonly round: number
}

/** What was attached to prompts; counted when somebody opens it, since every log is read for it. */
export function ReferencePart(props: ReferencePartProps): ReactElement {
  const { references: words } = useTexts().numbers
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className={css.part} onToggle={event => setIsOpen(event.currentTarget.open)}>
      <summary>{words.title}</summary>
      <p className={css.note}>{words.hint}</p>
      {isOpen && <ReferenceCounts {...props} />}
    </details>
  )
}

function ReferenceCounts({ question, round }: ReferencePartProps): ReactElement {
  const client = useClient()
  const told = useTold(['references', round, question], signal =>
    client.lines('numbers/references', question, signal),
  )
  return (
    <ToldView told={told} counts="files">
      {report => <ReferenceTable report={report} />}
    </ToldView>
  )
}

function ReferenceTable({ report }: { readonly report: ReferencesReport }): ReactElement {
  const texts = useTexts().numbers
  const { references: words } = texts
  const { times, things, prompts, rows } = report
  if (rows.length === 0) return <p className={css.note}>{words.nothing}</p>
  const nameOf = ({ type, label }: ReferenceNumbers): string => oneLine(label, 120) || words.kinds[type]
  const columns: readonly DataColumn<ReferenceNumbers>[] = [
    {
      heading: words.what,
      toCell: row => (
        <>
          <a href={formatRoute({ kind: 'search', query: toQuery(row) })} title={words.find(nameOf(row))}>
            {nameOf(row)}
          </a>
          {row.label !== '' && <span className={`fine ${css.below}`}>{words.kinds[row.type]}</span>}
        </>
      ),
      toValue: nameOf,
    },
    { heading: words.times, toCell: row => <b>{formatWhole(row.times)}</b>, toValue: ({ times }) => times },
    { heading: words.prompts, toCell: row => formatWhole(row.prompts), toValue: row => row.prompts },
    { heading: texts.sessionCount, toCell: row => formatWhole(row.sessions), toValue: row => row.sessions },
  ]
  return (
    <>
      <p className={css.note}>{words.sum(formatWhole(times), formatWhole(things), formatWhole(prompts))}</p>
      <DataTable caption={words.title} columns={columns} rows={rows} />
    </>
  )
}

/** The search that finds the prompts: by kind, and by the name where it has one that can be looked for. */
function toQuery({ type, label }: ReferenceNumbers): string {
  const name = label.replaceAll('"', ' ').trim()
  return `context:${CONTEXT_NAMES[type]}${name === '' || !NAMED.has(type) ? '' : ` "${name}"`}`
}

/** What the block of a prompt writes as it is. */
const NAMED: ReadonlySet<ReferenceNumbers['type']> = new Set([
  'FileReference',
  'WebReference',
  'FolderReference',
])
