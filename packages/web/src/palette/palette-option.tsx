import { oneLine, stripControl } from '@antiphon/core/ui'
import type { RunningAgent, SearchHit, SessionRow } from '@antiphon/server/protocol'
import { FileText, MessageSquare, MessageSquareText, Search, SquareTerminal, User } from 'lucide-react'
import type { ReactElement } from 'react'
import { Icon } from '../controls/icon.tsx'
import { Keys, StatusMark } from '../controls/marks.tsx'
import { useTexts } from '../page/page-context.ts'
import { projectOf } from '../parts/project-of.ts'
import { TimeView } from '../parts/time-view.tsx'
import { titleOf } from '../parts/title-of.ts'
import { splitMarks } from '../search/split-marks.ts'
import css from './palette.module.css'
import type { PaletteOption } from './palette-options.ts'

export type PaletteOptionViewProps = {
  readonly id: string
  readonly option: PaletteOption
  readonly query: string
  readonly isActive: boolean
  readonly rows: ReadonlyMap<string, SessionRow>
  readonly agents: ReadonlyMap<string, RunningAgent>
  readonly now: number
  readonly onPoint: () => void
  readonly onTake: () => void
}

/** A line of the palette; the field has the keys, and names the one that they have come to. */
export function PaletteOptionView(props: PaletteOptionViewProps): ReactElement {
  const { id, option, query, isActive, rows, agents, now, onPoint, onTake } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      id={id}
      className={css.option}
      role="option"
      aria-selected={isActive}
      onPointerDown={event => event.preventDefault()}
      onPointerMove={onPoint}
      onClick={onTake}
    >
      <Face option={option} query={query} rows={rows} agents={agents} now={now} />
    </div>
  )
}

type FaceProps = Pick<PaletteOptionViewProps, 'option' | 'query' | 'rows' | 'agents' | 'now'>

function Face({ option, query, rows, agents, now }: FaceProps): ReactElement {
  const texts = useTexts()
  switch (option.kind) {
    case 'session': {
      const { row, marks } = option
      const title = titleOf(row) || texts.untitled
      return (
        <>
          <Lead row={row} agent={agents.get(row.id)?.state} />
          <span className={css.words}>
            <b title={title}>{title === row.title ? <Marked text={title} marks={marks} /> : title}</b>
            <small>{describeProject(row)}</small>
          </span>
          <span className={css.end}>
            <TimeView time={row.changedAt} now={now} />
          </span>
        </>
      )
    }
    case 'hit': {
      const { hit } = option
      const row = rows.get(hit.row.id)
      const { snippet, marks } = bringForward(hit)
      return (
        <>
          <Icon of={iconOf(hit)} />
          <span className={css.words}>
            <b title={snippet}>
              <Marked text={snippet} marks={marks} />
            </b>
            <small>{row ? titleOf(row) : oneLine(hit.row.title, 200)}</small>
          </span>
          <span className={css.end}>
            <TimeView time={hit.at ?? hit.row.changedAt} now={now} />
          </span>
        </>
      )
    }
    case 'all-hits':
      return (
        <>
          <Icon of={Search} />
          <span className={css.words}>
            <b>{option.totals ? texts.palette.countedHits(option.totals) : texts.palette.allHits(query)}</b>
          </span>
          <span className={css.end}>
            <Keys keys={[/Mac/.test(navigator.platform) ? '⌘' : 'Ctrl', 'Enter']} />
          </span>
        </>
      )
    case 'action':
      return (
        <>
          <Icon of={option.action.icon} />
          <span className={css.words}>
            <b>{option.action.label}</b>
          </span>
          {option.action.keys && (
            <span className={css.end}>
              <Keys keys={option.action.keys} />
            </span>
          )}
        </>
      )
  }
}

function Lead({
  row,
  agent,
}: {
  readonly row: SessionRow
  readonly agent: RunningAgent['state'] | undefined
}): ReactElement {
  const { list } = useTexts()
  if (agent === 'requires_action') return <StatusMark status="waits" label={list.waits} />
  if (agent === 'running' || (agent === undefined && row.isLive))
    return <StatusMark status="working" label={list.working} />
  return <Icon of={MessageSquare} />
}

type MarkedProps = { readonly text: string; readonly marks: readonly (readonly [number, number])[] }

function Marked({ text, marks }: MarkedProps): ReactElement {
  let at = 0
  return (
    <>
      {splitMarks(text, marks).map(part => {
        const key = at
        at += part.text.length
        return part.isMarked ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>
      })}
    </>
  )
}

/** A snippet that begins shortly before what was found, so that it is in sight. */
function bringForward(hit: SearchHit): { readonly snippet: string; readonly marks: SearchHit['marks'] } {
  const snippet = stripControl(hit.snippet).replaceAll(/\s/g, ' ')
  if (snippet.length !== hit.snippet.length) return { snippet, marks: [] }
  const cut = Math.max(0, (hit.marks[0]?.[0] ?? 0) - BEFORE)
  if (cut === 0) return { snippet, marks: hit.marks }
  return {
    snippet: `…${snippet.slice(cut)}`,
    marks: hit.marks.map(([from, to]) => [from - cut + 1, to - cut + 1] as const),
  }
}

const BEFORE = 24

function describeProject(row: SessionRow): string {
  return [projectOf(row), row.worktree ?? row.gitBranch]
    .map(part => oneLine(part ?? '', 80))
    .filter(Boolean)
    .join(' / ')
}

function iconOf({ kind }: SearchHit): typeof User {
  if (/prompt|user/.test(kind)) return User
  if (/answer|assistant|thinking/.test(kind)) return MessageSquareText
  if (/tool|output|command|result/.test(kind)) return SquareTerminal
  return FileText
}
