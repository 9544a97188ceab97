import { oneLine } from '@antiphon/core'
import { type ReactElement, useId, useState } from 'react'
import { useTexts } from '../app/page-context.ts'
import { formatRoute } from '../app/route.ts'
import type { DefectFinding, DefectPlace } from '../backend/backend.ts'

export type FindingListProps = { readonly session: string; readonly findings: readonly DefectFinding[] }

/** Defects by kind, each with what it means and where it is. */
export function FindingList({ session, findings }: FindingListProps): ReactElement {
  const texts = useTexts()
  return (
    <section>
      <h2>{texts.doctor.found}</h2>
      {findings.map(finding => (
        <Finding key={finding.kind} session={session} finding={finding} />
      ))}
    </section>
  )
}

type FindingProps = { readonly session: string; readonly finding: DefectFinding }

function Finding({ session, finding }: FindingProps): ReactElement {
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
          {texts.doctor.severities[finding.severity]}
        </span>{' '}
        {finding.count > 1 && <span className="finding-count">{finding.count.toLocaleString('en')}× </span>}
        {label}
        {finding.fixable > 0 && (
          <span className="mark finding-fix">{texts.doctor.ofThem(finding.fixable, finding.count)}</span>
        )}
      </h3>
      <p className="finding-words">{sentence}</p>
      <ul className="finding-places">
        {places.map((place, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places of a report never move
          <li key={index}>
            <PlaceLink session={session} place={place} /> <span>{oneLine(place.detail, 300)}</span>
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

type PlaceLinkProps = { readonly session: string; readonly place: DefectPlace }

function PlaceLink({ session, place }: PlaceLinkProps): ReactElement {
  const texts = useTexts()
  const { line, offset, uuid } = place
  if (offset === null) return <span className="quiet">{texts.doctor.noPlace}</span>
  const link = formatRoute({ kind: 'session', id: session, uuid: uuid || '-', seq: offset })
  return <a href={link}>{texts.doctor.line(line ?? 0)}</a>
}
