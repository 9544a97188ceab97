import { oneLine } from '@antiphon/core/ui'
import type { RunningAgent, SessionCost, SessionRow } from '@antiphon/server/protocol'
import { memo, type NamedExoticComponent } from 'react'
import { useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { formatCost, formatJudgedCost } from '../parts/format-numbers.ts'
import { TimeView } from '../parts/time-view.tsx'

export type SessionRowViewProps = {
  readonly row: SessionRow
  /** Where it is known by now. */
  readonly cost: SessionCost | undefined
  /** What the agent does that runs for it. */
  readonly agent: RunningAgent['state'] | undefined
  readonly isOpen: boolean
  readonly now: number
}

/** A session in the list, as a link to it. */
export const SessionRowView: NamedExoticComponent<SessionRowViewProps> = memo(
  ({ row, cost, agent, isOpen, now }: SessionRowViewProps) => {
    const texts = useTexts()
    const title = oneLine(row.title || row.firstPrompt || '', 160) || texts.untitled
    const prompt = oneLine(row.lastPrompt ?? row.firstPrompt ?? '', 160)
    return (
      <a
        className="session-row"
        href={formatRoute({ kind: 'session', id: row.id })}
        aria-current={isOpen ? 'page' : undefined}
        data-session={row.id}
      >
        <span className="row-head">
          {row.isLive && <span className="live-dot" role="img" aria-label={texts.live} title={texts.live} />}
          <span className="row-title" title={title}>
            {title}
          </span>
          <TimeView time={row.changedAt} now={now} />
        </span>
        {prompt !== '' && prompt !== title && <span className="row-prompt">{prompt}</span>}
        {row.problem !== null && <span className="fine is-bad">{oneLine(row.problem, 200)}</span>}
        <span className="row-facts">
          {agent === 'requires_action' && <span className="row-waits">{texts.chat.waitsMark}</span>}
          {agent === 'running' && <span className="fixed is-accent">{texts.chat.worksMark}</span>}
          {row.gitBranch && <span className="row-branch">{oneLine(row.gitBranch, 60)}</span>}
          {row.messages !== null && <span>{texts.messageCount(row.messages)}</span>}
          {cost && (
            <span
              className="row-cost"
              title={`${texts.numbers.cost}: ${texts.numbers.recorded(formatCost(cost, texts.numbers))}`}
            >
              <span className="hidden">{texts.numbers.cost} </span>
              {formatJudgedCost(cost, texts.numbers)}
            </span>
          )}
        </span>
      </a>
    )
  },
)
