import { isForeignAgent } from '@antiphon/core/log'
import { oneLine, stripControl } from '@antiphon/core/ui'
import type { RunningAgent, SessionCost, SessionRow } from '@antiphon/server/protocol'
import { Star } from 'lucide-react'
import { memo, type NamedExoticComponent, type ReactElement } from 'react'
import { Icon } from '../controls/icon.tsx'
import { StatusMark, Tag } from '../controls/marks.tsx'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { formatCost, formatJudgedCost } from '../parts/format-numbers.ts'
import { TimeView } from '../parts/time-view.tsx'
import { titleOf } from '../parts/title-of.ts'
import { RowActions, type SessionRowActionsProps } from './row-actions.tsx'
import { RowField } from './row-field.tsx'
import css from './session-row.module.css'

/** What of a row is being written anew, in its place. */
export type RowEdit = 'title' | 'tags'

export type SessionRowViewProps = {
  readonly row: SessionRow
  /** Where it is known by now. */
  readonly cost: SessionCost | undefined
  /** What the agent does that runs for it. */
  readonly agent: RunningAgent['state'] | undefined
  readonly isOpen: boolean
  readonly now: number
  readonly edit: RowEdit | undefined
  readonly onEdit: (id: string, edit: RowEdit | undefined) => void
  readonly organise: SessionRowActionsProps['organise']
}

/** A session in the list, as a link to it, with what can be done to it. */
export const SessionRowView: NamedExoticComponent<SessionRowViewProps> = memo(
  ({ row, cost, agent, isOpen, now, edit, onEdit, organise }: SessionRowViewProps) => {
    const texts = useTexts()
    const title =
      titleOf(row) || (row.isFetched ? texts.untitled : texts.team.unfetched(row.sessionId.slice(0, 8)))
    if (edit !== undefined)
      return (
        <RowField
          label={edit === 'title' ? texts.list.title : texts.list.tagsHint}
          value={edit === 'title' ? title : row.tags.join(', ')}
          onDone={value => {
            onEdit(row.id, undefined)
            if (value === undefined) return
            if (edit === 'title') organise.rename(row, value)
            else organise.tag(row, toTags(value))
          }}
        />
      )
    return (
      <div className={css.box}>
        <a
          className={`session-row ${css.row}`}
          href={formatRoute({ kind: 'session', id: row.id })}
          aria-current={isOpen ? 'page' : undefined}
          data-session={row.id}
        >
          <span className={css.lead}>
            <Lead row={row} agent={agent} />
          </span>
          <span className={row.isStarred ? `${css.title} ${css.isStarred}` : css.title} title={title}>
            {title}
          </span>
          {row.isStarred && (
            <span className={css.mark} role="img" aria-label={texts.list.starred}>
              <Icon of={Star} size={14} />
            </span>
          )}
          <span className={css.facts}>
            {agent === 'requires_action' ? (
              <b className={css.waits}>{texts.list.waits}</b>
            ) : (
              <TimeView time={row.changedAt} now={now} />
            )}
            {isForeignAgent(row.agent) && <span className={css.agent}>{texts.list.agents[row.agent]}</span>}
            {row.isArchiveAlone && (
              <span className={css.agent} title={texts.list.archiveAloneHint}>
                {texts.list.archiveAlone}
              </span>
            )}
            {row.person !== null && (
              <span className={css.person}>
                {oneLine(stripControl(texts.team.by(row.person, row.host ?? '')), 60)}
              </span>
            )}
            {row.prompts !== null && row.prompts > 0 && <span>{texts.list.prompts(row.prompts)}</span>}
            {cost && (
              <span
                className={`row-cost ${css.cost}`}
                title={`${texts.numbers.cost}: ${texts.numbers.recorded(formatCost(cost, texts.numbers))}`}
              >
                <span className="hidden">{texts.numbers.cost} </span>
                {formatJudgedCost(cost, texts.numbers)}
              </span>
            )}
          </span>
          {row.problem !== null && <span className={css.problem}>{oneLine(row.problem, 200)}</span>}
          {row.tags.length > 0 && (
            <span className={css.tags}>
              {row.tags.map(tag => (
                <Tag key={tag}>{oneLine(tag, 40)}</Tag>
              ))}
            </span>
          )}
        </a>
        <RowActions row={row} title={title} organise={organise} onEdit={edit => onEdit(row.id, edit)} />
      </div>
    )
  },
)

function Lead({ row, agent }: Pick<SessionRowViewProps, 'row' | 'agent'>): ReactElement | null {
  const texts = useTexts()
  if (agent === 'requires_action') return <StatusMark status="waits" label={texts.list.waits} />
  if (agent === 'running') return <StatusMark status="working" label={texts.list.working} />
  if (row.problem !== null) return <StatusMark status="stopped" label={texts.list.stopped} />
  if (row.isLive && agent === undefined) return <StatusMark status="working" label={texts.live} />
  return null
}

function toTags(text: string): string[] {
  const tags = text.split(/[,，]/).map(tag => oneLine(tag.trim(), 40))
  return [...new Set(tags.filter(Boolean))]
}
