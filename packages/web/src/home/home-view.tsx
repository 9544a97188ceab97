import type { HomeReport, RunningAgent, SessionCost, SessionRow } from '@antiphon/server/protocol'
import { History, Sparkle, Stethoscope } from 'lucide-react'
import type { ReactElement } from 'react'
import { useNow } from '../browser/use-now.ts'
import { toButtonClass } from '../controls/button.tsx'
import { Icon } from '../controls/icon.tsx'
import { Keys } from '../controls/marks.tsx'
import { PagePanel, PageScroll, PageSection } from '../controls/page-panel.tsx'
import { toLocalDay } from '../dates/numbers-period.ts'
import { keyOf } from '../keyboard/use-commands.ts'
import { ToldView } from '../numbers/told-view.tsx'
import { type ToldState, useTold } from '../numbers/use-told.ts'
import { useClient, useTexts } from '../page/page-context.ts'
import { useSettings } from '../page/page-settings.ts'
import { formatRoute } from '../page/route.ts'
import { useAnswer } from '../page/use-answer.ts'
import { useMay } from '../page/you.ts'
import { formatJudgedCost } from '../parts/format-numbers.ts'
import { projectOf } from '../parts/project-of.ts'
import type { SessionsState } from '../sessions/sessions-state.ts'
import { useCosts } from '../sessions/use-costs.ts'
import { AgentCard, ForeignCard } from './agent-card.tsx'
import { FirstSteps } from './first-steps.tsx'
import { ActivitySection } from './heat-map.tsx'
import css from './home-view.module.css'
import { RecentList } from './recent-list.tsx'
import { formatDate, SpendCard } from './spend-card.tsx'
import { SweepNotice } from './sweep-notice.tsx'

export type HomeViewProps = Pick<SessionsState, 'rows' | 'agents' | 'phase'>

/** The first page: who waits and works, what ended, what was spent, and a year of it. */
export function HomeView({ rows, agents, phase }: HomeViewProps): ReactElement {
  const texts = useTexts().home
  const { settings } = useSettings()
  const { monthlyBudgetUsd: budgetUsd, budgetAlertPercent: alertPercent, hideOneOff } = settings
  const hasLimits = settings.showPlanLimits
  const told = useHomeReport()
  const costs = useCosts({ phase, rows })
  const { running, foreign, recent } = sortSessions(rows, { agents, hideOneOff })
  const isFirst = phase === 'ready' && rows.size === 0 && running.length === 0
  return (
    <PagePanel label={texts.title}>
      <PageScroll>
        <Greeting told={told} running={running} foreign={foreign.length} project={findProject(recent)} />
        <Examples />
        <SweepNotice />
        {isFirst ? (
          <FirstSteps />
        ) : (
          <>
            <RunningSection {...{ running, foreign, rows, costs }} last={recent[0]} />
            <div className={css.two}>
              <PageSection
                title={texts.recent}
                tools={
                  <a className={toButtonClass({ look: 'quiet' })} href={formatRoute({ kind: 'sessions' })}>
                    {texts.all(rows.size)}
                  </a>
                }
              >
                <RecentList rows={recent} costs={costs} />
              </PageSection>
              <PageSection
                title={texts.spend}
                tools={
                  <a className={toButtonClass({ look: 'quiet' })} href={formatRoute({ kind: 'usage' })}>
                    {texts.usage}
                  </a>
                }
              >
                <ToldView told={told} counts="files">
                  {report => <SpendCard {...{ report, budgetUsd, alertPercent, hasLimits }} />}
                </ToldView>
              </PageSection>
            </div>
            {told.report && <ActivitySection report={told.report} />}
          </>
        )}
      </PageScroll>
    </PagePanel>
  )
}

/** Asked for again every few minutes, and with each new day. */
function useHomeReport(): ToldState<HomeReport> {
  const client = useClient()
  const now = useNow(60_000)
  const round = Math.floor(now / REFRESH_MS)
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return useTold(['home', toLocalDay(now), round], signal => client.lines('home', { timezone }, signal))
}

const REFRESH_MS = 5 * 60_000

type Sorted = {
  readonly running: readonly RunningAgent[]
  readonly foreign: readonly SessionRow[]
  readonly recent: readonly SessionRow[]
}

/** Who waits first, then who works here, then what others write; and the newest of what is over. */
export function sortSessions(
  rows: ReadonlyMap<string, SessionRow>,
  {
    agents,
    hideOneOff,
  }: { readonly agents: ReadonlyMap<string, RunningAgent>; readonly hideOneOff: boolean },
): Sorted {
  const running = [...agents.values()]
    .filter(({ state }) => state !== 'idle')
    .sort((one, other) => Number(other.state === 'requires_action') - Number(one.state === 'requires_action'))
  const newest = [...rows.values()]
    .filter(row => row.problem === null && !row.isArchived && !(hideOneOff && row.isOneOff))
    .sort((one, other) => (one.changedAt < other.changedAt ? 1 : -1))
  const isRunning = (row: SessionRow): boolean => (agents.get(row.id)?.state ?? 'idle') !== 'idle'
  return {
    running,
    foreign: newest.filter(row => row.isLive && !agents.has(row.id)),
    recent: newest.filter(row => !isRunning(row) && (!row.isLive || agents.has(row.id))).slice(0, MAX_RECENT),
  }
}

const MAX_RECENT = 6

function findProject(recent: readonly SessionRow[]): string | null {
  return recent.map(projectOf).find(name => name !== null) ?? null
}

type GreetingProps = {
  readonly told: ToldState<HomeReport>
  readonly running: readonly RunningAgent[]
  readonly foreign: number
  readonly project: string | null
}

function Greeting({ told, running, foreign, project }: GreetingProps): ReactElement {
  const { home: texts, numbers } = useTexts()
  const mayChat = useMay('chat/open')
  const today = toLocalDay(useNow(60_000))
  const waiting = running.filter(({ state }) => state === 'requires_action').length
  const spent = told.report ? formatJudgedCost(told.report.spent.today, numbers) : null
  return (
    <div className={css.hello}>
      <div>
        <h1>{formatDate(today, { weekday: 'long', day: 'numeric', month: 'long' })}</h1>
        <p>{texts.sentence(waiting, running.length - waiting + foreign, spent)}</p>
      </div>
      {mayChat && (
        <a className={css.ask} href={formatRoute({ kind: 'chat' })}>
          <Icon of={Sparkle} />
          <span>{texts.ask(project)}</span>
          <Keys keys={[keyOf('newChat').toUpperCase()]} />
        </a>
      )}
    </div>
  )
}

/** Says so where the sessions are not the person's own. */
function Examples(): ReactElement | null {
  const texts = useTexts().home
  // Where nobody answers, the list beside it says so.
  const { data } = useAnswer('about', {})
  if (data?.hasExamples !== true) return null
  return (
    <div className={css.examples}>
      <h2>{texts.examples}</h2>
      <p>{texts.examplesHint}</p>
    </div>
  )
}

type RunningSectionProps = Pick<Sorted, 'running' | 'foreign'> & {
  readonly rows: ReadonlyMap<string, SessionRow>
  readonly costs: ReadonlyMap<string, SessionCost>
  readonly last: SessionRow | undefined
}

function RunningSection({ running, foreign, rows, costs, last }: RunningSectionProps): ReactElement {
  const texts = useTexts().home
  const all = running.length + foreign.length
  const tools = (
    <>
      {last && (
        <a
          className={`${toButtonClass({ look: 'quiet' })} ${css.wide}`}
          href={formatRoute({ kind: 'session', id: last.id })}
        >
          <Icon of={History} />
          {texts.resumeLast}
        </a>
      )}
      <a className={`${toButtonClass({ look: 'quiet' })} ${css.wide}`} href={formatRoute({ kind: 'doctor' })}>
        <Icon of={Stethoscope} />
        {texts.checkSessions}
      </a>
    </>
  )
  if (all === 0) return <div className={css.quick}>{tools}</div>
  return (
    <PageSection title={texts.now} count={all} tools={tools}>
      <div className={css.now}>
        {running.map(agent => (
          <AgentCard
            key={agent.chat}
            agent={agent}
            row={rows.get(agent.session)}
            cost={costs.get(agent.session)}
          />
        ))}
        {foreign.slice(0, MAX_FOREIGN).map(row => (
          <ForeignCard key={row.id} row={row} cost={costs.get(row.id)} />
        ))}
      </div>
    </PageSection>
  )
}

const MAX_FOREIGN = 6
