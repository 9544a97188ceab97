import { oneLine } from '@antiphon/core/ui'
import type { ChangedLine, DefectFinding, DefectReport, ShownPlace } from '@antiphon/server/protocol'
import { Info, Wrench } from 'lucide-react'
import { type ReactElement, useId, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Icon } from '../controls/icon.tsx'
import { Tag } from '../controls/marks.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { ChangePair } from './change-list.tsx'
import css from './finding-list.module.css'

export type FindingListProps = { readonly session: string; readonly report: DefectReport }

/** What was found by kind: what it means, where it is, and what a repair makes of it. */
export function FindingList({ session, report }: FindingListProps): ReactElement {
  return (
    <>
      {report.findings.map(finding => (
        <Finding
          key={finding.kind}
          session={session}
          finding={finding}
          changes={listChanges(finding, report)}
          isOfSession={report.verdict !== 'no-session'}
        />
      ))}
    </>
  )
}

/** The first changes of lines that a finding names. */
function listChanges({ places, fixable }: DefectFinding, { changes }: DefectReport): readonly ChangedLine[] {
  if (fixable === 0) return []
  const lines = new Set(places.map(({ line }) => line))
  return changes.filter(({ line }) => lines.has(line)).slice(0, FEW)
}

type FindingProps = {
  readonly session: string
  readonly finding: DefectFinding
  readonly changes: readonly ChangedLine[]
  readonly isOfSession: boolean
}

function Finding({ session, finding, changes, isOfSession }: FindingProps): ReactElement {
  const { doctor } = useTexts()
  const headId = useId()
  const { label, sentence } = doctor.defects[finding.kind] ?? finding
  const isRepaired = finding.harm !== null && finding.fixable > 0
  return (
    <section className={css.finding} aria-labelledby={headId}>
      <header>
        <span className={isRepaired ? css.repair : css.note}>
          <Icon of={isRepaired ? Wrench : Info} />
        </span>
        <h3 id={headId}>{doctor.times(finding.count, label)}</h3>
        {isOfSession && <Tag>{finding.fixable > 0 ? doctor.repair : doctor.left}</Tag>}
      </header>
      {/* Of another kind of file no session is read, and no repair touches it: that says it all. */}
      {isOfSession && <p className={css.words}>{sentence}</p>}
      <PlaceList session={session} finding={finding} />
      {changes.length > 0 && (
        <details className={css.change}>
          <summary>{doctor.showChange(changes.length)}</summary>
          {changes.map(change => (
            <ChangePair key={`${change.action} ${change.offset}`} change={change} />
          ))}
        </details>
      )}
    </section>
  )
}

const FEW = 5

function PlaceList({ session, finding }: Pick<FindingProps, 'session' | 'finding'>): ReactElement {
  const { doctor } = useTexts()
  const [isWhole, setIsWhole] = useState(false)
  const places = isWhole ? finding.places : finding.places.slice(0, FEW)
  const rest = finding.places.length - places.length
  return (
    <>
      <ul className={css.places}>
        {places.map((place, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places of a report never move
          <li key={index}>
            <PlaceLink session={session} place={place} />{' '}
            <span>{oneLine(doctor.detail(finding.kind, place.detail), 300)}</span>
            {/* A message is seen where its link leads. */}
            {!place.isShown && place.text && <code>{oneLine(place.text, 160)}</code>}
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button look="quiet" className={css.more ?? ''} onClick={() => setIsWhole(true)}>
          {doctor.morePlaces(rest)}
        </Button>
      )}
    </>
  )
}

type PlaceLinkProps = { readonly session: string; readonly place: ShownPlace }

function PlaceLink({ session, place }: PlaceLinkProps): ReactElement {
  const texts = useTexts()
  const { line, offset, uuid, isShown } = place
  if (offset === null) return <b>{texts.doctor.noPlace}</b>
  const name = texts.doctor.line(line ?? 0)
  if (!isShown) return <b>{name}</b>
  return <a href={formatRoute({ kind: 'session', id: session, uuid: uuid || '-', seq: offset })}>{name}</a>
}
