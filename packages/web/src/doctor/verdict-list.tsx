import { oneLine } from '@antiphon/core/ui'
import type { LogVerdict, VerdictRow } from '@antiphon/server/protocol'
import { type ReactElement, useId, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Tag } from '../controls/marks.tsx'
import type { DoctorTexts } from '../language/doctor-texts.ts'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import css from './verdict-list.module.css'
import { VERDICT_ORDER, VerdictMark } from './verdict-mark.tsx'

export type VerdictListProps = {
  readonly rows: readonly VerdictRow[]
  /** The session that is looked at. */
  readonly openId: string | undefined
}

/** Sessions under what follows for them: what cannot be used first. */
export function VerdictList({ rows, openId }: VerdictListProps): ReactElement {
  return (
    <div className={css.list}>
      {VERDICT_ORDER.map(verdict => (
        <VerdictGroup
          key={verdict}
          verdict={verdict}
          rows={rows.filter(row => row.verdict === verdict)}
          openId={openId}
        />
      ))}
    </div>
  )
}

function VerdictGroup({
  verdict,
  rows,
  openId,
}: VerdictListProps & { readonly verdict: LogVerdict }): ReactElement | null {
  const texts = useTexts().doctor
  const headId = useId()
  const [most, setMost] = useState(verdict === 'fine' ? FEW : MANY)
  const rest = rows.length - most
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={headId}>
      <h2 id={headId}>{texts.verdicts[verdict]}</h2>
      <ul>
        {rows.slice(0, most).map(row => (
          <li key={row.id}>
            <Row row={row} isOpen={row.id === openId} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button look="quiet" onClick={() => setMost(most + MANY)}>
          {texts.more(Math.min(rest, MANY))}
        </Button>
      )}
    </section>
  )
}

const FEW = 20
const MANY = 200

function Row({ row, isOpen }: { readonly row: VerdictRow; readonly isOpen: boolean }): ReactElement {
  const texts = useTexts()
  const title = oneLine(row.title, 160) || texts.untitled
  return (
    <a
      className={css.row}
      href={formatRoute({ kind: 'doctor', id: row.id })}
      aria-current={isOpen ? 'true' : undefined}
    >
      <VerdictMark verdict={row.verdict} />
      <span className={css.words}>
        <b title={title}>
          {title} {row.isSubagent && <Tag>{texts.doctor.subagent}</Tag>}
        </b>
        <small>{describe(row, texts.doctor)}</small>
      </span>
      <span className={css.count}>{countWords(row, texts.doctor)}</span>
    </a>
  )
}

function describe({ verdict, first, problem }: VerdictRow, texts: DoctorTexts): string {
  if (problem !== null) return texts.problems[problem]
  if (first === null || verdict === 'no-session')
    return verdict === 'no-session' ? texts.noSession : texts.noFindings
  const words = texts.times(first.count, texts.defects[first.kind]?.label ?? first.label)
  return verdict === 'fine' ? texts.note(words) : words
}

function countWords({ verdict, findings, fixable }: VerdictRow, texts: DoctorTexts): string {
  if (verdict === 'fine') return findings === 0 ? '' : texts.notes(findings)
  if (verdict !== 'repairable' && verdict !== 'unresumable') return ''
  return fixable === findings ? texts.findings(findings) : texts.repairable(fixable, findings)
}
