import { oneLine } from '@antiphon/core/ui'
import type { DefectFinding, DefectReport, ShownPlace } from '@antiphon/server/protocol'
import { type ReactElement, useId, useState } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'

export type FindingListProps = { readonly session: string; readonly report: DefectReport }

/** Defects by kind, each with what it means and where it is. */
export function FindingList({ session, report }: FindingListProps): ReactElement {
  const texts = useTexts()
  return (
    <section>
      <h2>{texts.doctor.found}</h2>
      {report.findings.map(finding => (
        <Finding
          key={finding.kind}
          session={session}
          finding={finding}
          isOfSession={report.verdict !== 'no-session'}
        />
      ))}
    </section>
  )
}

type FindingProps = {
  readonly session: string
  readonly finding: DefectFinding
  readonly isOfSession: boolean
}

function Finding({ session, finding, isOfSession }: FindingProps): ReactElement {
  const texts = useTexts()
  const headId = useId()
  const [isWhole, setIsWhole] = useState(false)
  const { label, sentence } = texts.doctor.defects[finding.kind] ?? finding
  const places = isWhole ? finding.places : finding.places.slice(0, FEW)
  const rest = finding.places.length - places.length
  return (
    <section className="finding" aria-labelledby={headId}>
      <h3 id={headId}>
        <span className={`severity severity-${finding.severity}`}>
          {finding.harm === null ? texts.doctor.quirk : texts.doctor.harms[finding.harm]}
        </span>{' '}
        {finding.count > 1 && <span className="finding-count">{finding.count.toLocaleString('en')}× </span>}
        {label}
        {finding.fixable > 0 && (
          <span className="mark finding-fix">{texts.doctor.ofThem(finding.fixable, finding.count)}</span>
        )}
      </h3>
      {/* Of another kind of file no session is read, and no fix touches it: that says it all. */}
      {isOfSession && <p className="finding-words">{sentence}</p>}
      <ul className="finding-places">
        {places.map((place, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places of a report never move
          <li key={index}>
            <PlaceLink session={session} place={place} />{' '}
            <span>{oneLine(texts.doctor.detail(finding.kind, place.detail), 300)}</span>
            {/* A message is seen where its link leads. */}
            {!place.isShown && place.text && <code className="finding-line">{oneLine(place.text, 160)}</code>}
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <button type="button" className="more" onClick={() => setIsWhole(true)}>
          {texts.doctor.morePlaces(rest)}
        </button>
      )}
    </section>
  )
}

const FEW = 5

type PlaceLinkProps = { readonly session: string; readonly place: ShownPlace }

function PlaceLink({ session, place }: PlaceLinkProps): ReactElement {
  const texts = useTexts()
  const { line, offset, uuid, isShown } = place
  if (offset === null) return <span className="quiet">{texts.doctor.noPlace}</span>
  const name = texts.doctor.line(line ?? 0)
  if (!isShown) return <span className="quiet">{name}</span>
  return <a href={formatRoute({ kind: 'session', id: session, uuid: uuid || '-', seq: offset })}>{name}</a>
}
