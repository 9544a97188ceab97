import { modelFacts } from '@antiphon/contract'
import { type ChatQuestion, createDecisionFrame, createDenial } from '@antiphon/core/chat'
import { stripControl } from '@antiphon/core/ui'
import type { RunningAgent, SessionCost, SessionRow } from '@antiphon/server/protocol'
import { useMutation } from '@tanstack/react-query'
import { Bot, FilePenLine, FileText, Sparkle, SquareTerminal } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { useNow } from '../browser/use-now.ts'
import { Button, toButtonClass } from '../controls/button.tsx'
import { Icon } from '../controls/icon.tsx'
import { FilePath, StatusMark } from '../controls/marks.tsx'
import { useClient, useTexts } from '../page/page-context.ts'
import { formatRoute } from '../page/route.ts'
import { useMay } from '../page/you.ts'
import { formatRunning } from '../parts/format-duration.ts'
import { formatShare } from '../parts/format-numbers.ts'
import { projectOf } from '../parts/project-of.ts'
import { toShownPath } from '../parts/shown-path.ts'
import { titleOf } from '../parts/title-of.ts'
import { readPerson, toAuthor } from '../people/person.ts'
import css from './agent-card.module.css'
import { CostView } from './cost-view.tsx'
import { type AgentDoing, type CardCall, isWholeOnCard, readCallFace, toCardWords } from './read-agent.ts'
import { useAgentNews } from './use-agent-news.ts'

export type AgentCardProps = {
  readonly agent: RunningAgent
  readonly row: SessionRow | undefined
  readonly cost: SessionCost | undefined
}

/** An agent that runs: what it does, for how long, how far it is, and what it waits for. */
export function AgentCard({ agent, row, cost }: AgentCardProps): ReactElement {
  const texts = useTexts().home
  const mayAnswer = useMay('chat/control')
  const news = useAgentNews(agent)
  const now = useNow(1000)
  const isWaiting = agent.state === 'requires_action'
  const question = isWaiting ? news.questions[0] : undefined
  const since = isWaiting && row ? Date.parse(row.changedAt) : news.since
  const doing = question
    ? { name: question.toolName, input: question.input, since: 0 }
    : [...news.calls.values()].at(-1)
  return (
    <Card
      session={agent.session}
      row={row}
      isWaiting={isWaiting}
      elapsed={since === null ? null : formatRunning(now - since)}
    >
      {doing && (
        <Doing
          call={doing}
          cwd={row?.cwd ?? null}
          isWhole={question !== undefined}
          elapsed={doing.since === 0 ? null : now - doing.since}
        />
      )}
      {news.steps && !question && <Steps {...news.steps} />}
      {question && mayAnswer ? (
        <Answers key={question.requestId} agent={agent} question={question} />
      ) : (
        <Facts news={news} cost={cost} isWaiting={isWaiting} review={texts.review} session={agent.session} />
      )}
    </Card>
  )
}

/** A session that another program writes: only that it does is known. */
export function ForeignCard({
  row,
  cost,
}: {
  readonly row: SessionRow
  readonly cost: SessionCost | undefined
}): ReactElement {
  const texts = useTexts().home
  return (
    <Card session={row.id} row={row} isWaiting={false} elapsed={texts.elsewhere}>
      <div className={css.facts}>
        <CostView cost={cost} />
      </div>
    </Card>
  )
}

type CardProps = {
  readonly session: string
  readonly row: SessionRow | undefined
  readonly isWaiting: boolean
  readonly elapsed: string | null
  readonly children: ReactNode
}

function Card({ session, row, isWaiting, elapsed, children }: CardProps): ReactElement {
  const page = useTexts()
  const texts = page.home
  const title = (row && titleOf(row, 160)) || page.untitled
  return (
    <article className={isWaiting ? `${css.card} ${css.waiting}` : css.card}>
      <div className={css.top}>
        <StatusMark status={isWaiting ? 'waits' : 'working'} />
        <b>{isWaiting ? texts.waits : texts.working}</b>
        {elapsed !== null && <span>{elapsed}</span>}
        <span className={css.space} />
        {row && <span title={stripControl(row.cwd ?? '')}>{projectOf(row)}</span>}
      </div>
      <h3>
        <a href={formatRoute({ kind: 'session', id: session })}>{title}</a>
      </h3>
      {children}
    </article>
  )
}

type DoingProps = {
  readonly call: CardCall
  readonly cwd: string | null
  /** A question is shown in full: what is allowed must be on the card. */
  readonly isWhole: boolean
  readonly elapsed: number | null
}

function Doing({ call, cwd, isWhole, elapsed }: DoingProps): ReactElement {
  const face = readCallFace(call)
  const words = face.kind === 'file' ? '' : toCardWords(face.words)
  return (
    <div className={css.doing}>
      <Icon of={ICONS[face.kind === 'file' ? (face.isEdit ? 'edit' : 'file') : face.kind]} size={14} />
      {face.kind === 'file' ? (
        <FilePath path={toShownPath(stripControl(face.path), cwd)} />
      ) : (
        <span className={isWhole ? css.whole : css.words} title={words}>
          {words}
        </span>
      )}
      {elapsed !== null && <span className={css.clock}>{formatRunning(elapsed)}</span>}
    </div>
  )
}

const ICONS = { edit: FilePenLine, file: FileText, command: SquareTerminal, other: Sparkle } as const

function Steps({ done, all }: { readonly done: number; readonly all: number }): ReactElement {
  const texts = useTexts().home
  return (
    <div className={css.steps} role="img" aria-label={texts.stepsDone(done, all)}>
      {Array.from({ length: Math.min(all, MAX_STEPS) }, (_, index) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
          key={index}
          className={index < done ? css.done : index === done ? css.next : undefined}
        />
      ))}
    </div>
  )
}

const MAX_STEPS = 24

type FactsProps = {
  readonly news: AgentDoing
  readonly cost: SessionCost | undefined
  readonly isWaiting: boolean
  readonly review: string
  readonly session: string
}

function Facts({ news, cost, isWaiting, review, session }: FactsProps): ReactElement {
  const texts = useTexts().home
  const { steps, contextTokens, model } = news
  const window = model === null ? 0 : modelFacts(model).context
  const agents = [...news.calls.values()].filter(({ name }) => name === 'Task' || name === 'Agent').length
  return (
    <div className={css.facts}>
      {isWaiting && (
        <a
          className={toButtonClass({ look: 'primary' })}
          href={formatRoute({ kind: 'session', id: session })}
        >
          {review}
        </a>
      )}
      {steps && <span>{texts.step(Math.min(steps.done + 1, steps.all), steps.all)}</span>}
      {agents > 0 && (
        <span>
          <Icon of={Bot} size={12} />
          {texts.subagents(agents)}
        </span>
      )}
      {contextTokens > 0 && window > 0 && <span>{texts.context(formatShare(contextTokens / window))}</span>}
      <CostView cost={cost} />
    </div>
  )
}

function Answers({
  agent,
  question,
}: {
  readonly agent: RunningAgent
  readonly question: ChatQuestion
}): ReactElement {
  const page = useTexts()
  const texts = page.home
  const client = useClient()
  const answer = useMutation({
    async mutationFn(isAllowed: boolean) {
      const { systemUser } = await client.get('chat/state', { chat: agent.chat })
      const author = toAuthor(readPerson(), { systemUser, guest: page.people.guest })
      const decision = isAllowed
        ? { behavior: 'allow' as const, updatedInput: question.input }
        : createDenial(question, '')
      await client.post('chat/control', {
        chat: agent.chat,
        frame: createDecisionFrame(question, decision, author),
      })
    },
  })
  const face = readCallFace({ name: question.toolName, input: question.input })
  const isAnswered = answer.isPending || answer.isSuccess
  const isEdit = face.kind === 'file' && face.isEdit
  return (
    <div className={css.buttons}>
      {isWholeOnCard(question) ? (
        <Button look="primary" disabled={isAnswered} onClick={() => answer.mutate(true)}>
          {texts.allow}
        </Button>
      ) : (
        <a
          className={toButtonClass({ look: 'primary' })}
          href={formatRoute({ kind: 'session', id: agent.session })}
        >
          {isEdit ? texts.reviewEdit : texts.review}
        </a>
      )}
      <Button disabled={isAnswered} onClick={() => answer.mutate(false)}>
        {texts.deny}
      </Button>
      {answer.error && <span role="alert">{texts.notAnswered}</span>}
    </div>
  )
}
