import type { ToldSession } from '@antiphon/core/compare'
import { formatModel, formatNumber } from '@antiphon/core/ui'
import type { Comparison, SessionRow } from '@antiphon/server/protocol'
import { ArrowLeftRight, Columns2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { toButtonClass } from '../controls/button.tsx'
import { Switch } from '../controls/fields.tsx'
import { Icon } from '../controls/icon.tsx'
import { FilePath, PlusMinus } from '../controls/marks.tsx'
import { EmptyState, PagePanel, PageScroll, PageSection } from '../controls/page-panel.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatRoute, type Route } from '../page/route.ts'
import { useAnswer } from '../page/use-answer.ts'
import { formatDuration } from '../parts/format-duration.ts'
import { formatJudgedCost } from '../parts/format-numbers.ts'
import { formatDay } from '../parts/format-time.ts'
import { toShownPath } from '../parts/shown-path.ts'
import { titleOf } from '../parts/title-of.ts'
import css from './compare.module.css'
import { ComparedRows } from './compared-rows.tsx'

type CompareRoute = Extract<Route, { kind: 'compare' }>

export type CompareViewProps = {
  readonly route: CompareRoute
  readonly rows: ReadonlyMap<string, SessionRow>
}

/** Two sessions side by side: what they came to, what they changed, and their turns by what was asked. */
export function CompareView({ route, rows }: CompareViewProps): ReactElement {
  const texts = useTexts()
  const { id, other } = route
  if (other === undefined) return <ChooseOther id={id} rows={rows} />
  return (
    <PagePanel
      label={texts.share.compareTitle}
      title={texts.share.compareTitle}
      tools={
        <a className={toButtonClass({ look: 'quiet' })} href={formatRoute(swap(route))}>
          <Icon of={ArrowLeftRight} /> {texts.share.swap}
        </a>
      }
    >
      <PageScroll>
        <Compared {...route} other={other} rows={rows} />
      </PageScroll>
    </PagePanel>
  )
}

function swap({ id, other = id, leaf, otherLeaf }: CompareRoute): CompareRoute {
  return {
    kind: 'compare',
    id: other,
    other: id,
    ...(otherLeaf && { leaf: otherLeaf }),
    ...(leaf && { otherLeaf: leaf }),
  }
}

type ComparedProps = CompareRoute & Pick<CompareViewProps, 'rows'> & { readonly other: string }

function Compared({ id, other, leaf, otherLeaf, rows }: ComparedProps): ReactElement {
  const texts = useTexts().share
  const [isShort, setIsShort] = useState(false)
  const question = { one: id, other, ...(leaf && { oneLeaf: leaf }), ...(otherLeaf && { otherLeaf }) }
  const answer = useAnswer('compare', question, { staleTime: 60_000, retry: false })
  if (answer.isError) return <p role="alert">{texts.failed}</p>
  if (!answer.data) return <p role="status">{texts.comparing}</p>
  return (
    <>
      <Facts comparison={answer.data} ids={[id, other]} rows={rows} />
      <Files comparison={answer.data} />
      <PageSection
        title={texts.turns}
        tools={<Switch label={texts.onlyDifferences} isOn={isShort} onChange={setIsShort} />}
      >
        <ComparedRows comparison={answer.data} ids={[id, other]} isShort={isShort} />
      </PageSection>
    </>
  )
}

type FactsProps = Pick<CompareViewProps, 'rows'> & {
  readonly comparison: Comparison
  readonly ids: readonly [string, string]
}

function Facts({ comparison: { one, other }, ids, rows }: FactsProps): ReactElement {
  const texts = useTexts()
  const names = texts.share.rows
  const lines: readonly (readonly [string, (session: ToldSession) => string])[] = [
    [names.branch, ({ gitBranch }) => gitBranch ?? '–'],
    [names.models, ({ models }) => models.map(formatModel).join(', ') || '–'],
    [names.turns, ({ turns }) => formatNumber(turns.filter(({ number }) => number !== null).length)],
    [names.time, ({ durationMs }) => formatDuration(durationMs)],
    [names.cost, session => formatJudgedCost(session, texts.numbers)],
    [names.calls, ({ tools }) => formatNumber(sum(Object.values(tools)))],
    [names.failed, ({ failed }) => formatNumber(failed)],
    [names.files, ({ files }) => formatNumber(files.length)],
  ]
  return (
    <PageSection title={texts.share.facts}>
      <div className={css.wide}>
        <table className={css.facts}>
          <thead>
            <tr>
              <th scope="col">{names.title}</th>
              {[one, other].map((session, index) => (
                <th key={ids[index]} scope="col">
                  <a href={formatRoute({ kind: 'session', id: ids[index] ?? '' })}>
                    {/* Called as in every list, which knows more of names than one log. */}
                    {nameOf(rows.get(ids[index] ?? ''), session.title ?? texts.untitled)}
                  </a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(([name, format]) => {
              const [first, second] = [format(one), format(other)]
              return (
                <tr key={name} className={first === second ? undefined : css.differs}>
                  <th scope="row">{name}</th>
                  <td>{first}</td>
                  <td>{second}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </PageSection>
  )
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function Files({
  comparison: { files, one: first, other: second },
}: Pick<FactsProps, 'comparison'>): ReactElement {
  const texts = useTexts().share
  return (
    <PageSection title={texts.filesChanged} count={files.length}>
      {files.length === 0 ? (
        <p className={css.quiet}>{texts.noFiles}</p>
      ) : (
        <ul className={css.files}>
          {files.map(({ path, one, other }) => (
            <li key={path}>
              <FilePath path={toShownPath(toShownPath(path, first.cwd), second.cwd)} />
              <span>{one ? <PlusMinus {...one} /> : texts.unchanged}</span>
              <span>{other ? <PlusMinus {...other} /> : texts.unchanged}</span>
            </li>
          ))}
        </ul>
      )}
    </PageSection>
  )
}

type ChooseProps = { readonly id: string; readonly rows: ReadonlyMap<string, SessionRow> }

function ChooseOther({ id, rows }: ChooseProps): ReactElement {
  const texts = useTexts()
  const own = rows.get(id)
  const others = [...rows.values()].filter(row => row.id !== id)
  const near = others.toSorted(
    (one, other) =>
      Number(other.cwd === own?.cwd) - Number(one.cwd === own?.cwd) ||
      (one.changedAt < other.changedAt ? 1 : -1),
  )
  return (
    <PagePanel
      label={texts.share.compareTitle}
      title={texts.share.compareTitle}
      sub={own && nameOf(own, texts.untitled)}
    >
      <PageScroll>
        {near.length === 0 ? (
          <EmptyState icon={Columns2} title={texts.noSessions} />
        ) : (
          <PageSection title={texts.share.choose}>
            <ul className={css.others}>
              {near.slice(0, MOST_OTHERS).map(row => (
                <li key={row.id}>
                  <a href={formatRoute({ kind: 'compare', id, other: row.id })}>
                    {nameOf(row, texts.untitled)}
                    <small>
                      {[row.gitBranch, formatDay(row.changedAt, 'fact')].filter(Boolean).join(' · ')}
                    </small>
                  </a>
                </li>
              ))}
            </ul>
          </PageSection>
        )}
      </PageScroll>
    </PagePanel>
  )
}

const MOST_OTHERS = 50

function nameOf(row: SessionRow | undefined, untitled: string): string {
  return (row && titleOf(row, 160)) || untitled
}
