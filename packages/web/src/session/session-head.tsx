import { isObject } from '@antiphon/contract'
import { formatModel, oneLine, stripControl } from '@antiphon/core/ui'
import type {
  ChangesReport,
  Outline,
  PlacedEntry,
  RunningAgent,
  SessionCost,
  SessionRow,
  TurnOutline,
} from '@antiphon/server/protocol'
import { skipToken, useQuery } from '@tanstack/react-query'
import {
  ChartColumn,
  Columns2,
  Ellipsis,
  FileDiff,
  FolderInput,
  FolderX,
  GitBranch,
  Info,
  Play,
  ScanEye,
  Share,
  Stethoscope,
  TextSearch,
} from 'lucide-react'
import { type ReactElement, useMemo } from 'react'
import type { OfferHandle } from '../chat/use-chat-offer.ts'
import { Button } from '../controls/button.tsx'
import { Icon } from '../controls/icon.tsx'
import { Keys, PlusMinus, StatusMark } from '../controls/marks.tsx'
import { Menu } from '../controls/menu.tsx'
import { PageBar } from '../controls/page-panel.tsx'
import { keyOf } from '../keyboard/use-commands.ts'
import { ModelAction, useShowModelView } from '../model-view/model-view-host.tsx'
import { useTexts } from '../page/page-context.ts'
import { goTo } from '../page/route.ts'
import { useMay } from '../page/you.ts'
import { formatDuration } from '../parts/format-duration.ts'
import { formatJudgedCost } from '../parts/format-numbers.ts'
import { splitPath } from '../parts/split-path.ts'
import { titleOf } from '../parts/title-of.ts'
import { BranchTree } from './branch-tree.tsx'
import css from './head.module.css'
import type { Branches } from './use-branches.ts'

export type SessionHeadProps = {
  readonly id: string
  readonly row: SessionRow | undefined
  readonly agent: RunningAgent | undefined
  readonly entries: readonly PlacedEntry[]
  readonly turns: TurnOutline | undefined
  readonly outline: Outline | undefined
  readonly branches: Branches
  readonly offer: OfferHandle['offer']
  readonly isFindOpen: boolean
  readonly onFind: () => void
  readonly isPanelOpen: boolean
  readonly onPanel: () => void
  readonly includeMeta: boolean
  readonly onMeta: (includeMeta: boolean) => void
  /** To go on with it in another folder, where its own is gone. */
  readonly onMove: () => void
}

/** What session it is, and what can be done with it. */
export function SessionHead(props: SessionHeadProps): ReactElement {
  const { id, row, turns, outline, branches, isPanelOpen } = props
  const texts = useTexts()
  // A session that just began is not in the list yet; its first prompt names it.
  const named = row ? titleOf(row, 200) : oneLine(turns?.turns[0]?.text ?? '', 200)
  const title = named || (row ? texts.untitled : texts.session)
  // As the files beside it say, once they are read: a sum of turns would be another number.
  const { data: files } = useQuery<{ readonly report: ChangesReport }>({
    queryKey: ['files', id],
    queryFn: skipToken,
  })
  const lines = files?.report
  return (
    <PageBar className={css.head} title={title} sub={<SessionFacts {...props} />}>
      {outline && <BranchTree outline={outline} shown={branches.shown} onChoose={branches.choose} />}
      <Button
        look="quiet"
        icon={TextSearch}
        aria-expanded={props.isFindOpen}
        title={texts.turns.find}
        onClick={props.onFind}
      >
        <span className={css.words}>
          {texts.turns.find} <Keys keys={[keyOf('findHere').toUpperCase()]} />
        </span>
      </Button>
      <Button
        look="quiet"
        icon={FileDiff}
        className={css.wide}
        aria-pressed={isPanelOpen}
        title={texts.turns.files}
        onClick={props.onPanel}
      >
        <span className="hidden">{texts.turns.files} </span>
        {lines && <PlusMinus added={lines.added} removed={lines.removed} />}
      </Button>
      <span className={css.wide}>
        <ModelAction place={{ session: id }} />
      </span>
      <HeadMenu {...props} />
    </PageBar>
  )
}

/** To share is first, and takes something out of the window. */
const SHARING = ['share', 'compare', 'replay'] as const

/** What is seldom needed. */
function HeadMenu(props: SessionHeadProps): ReactElement {
  const { id, offer, includeMeta, isPanelOpen } = props
  const texts = useTexts()
  const showModel = useShowModelView()
  const mayShare = useMay('share/file')
  // Whether it can be gone on with says whether its folder is there; without an answer nothing is said.
  const isFolderGone = offer?.problem === 'folder-gone' || offer?.problem === 'folder-unknown'
  return (
    <Menu
      label={texts.turns.moreActions}
      icon={Ellipsis}
      align="end"
      items={[
        {
          key: 'model',
          label: texts.model.title,
          icon: ScanEye,
          onSelect: () => showModel({ session: id }),
        },
        {
          key: 'usage',
          label: texts.turns.usage,
          icon: ChartColumn,
          onSelect: () => goTo({ kind: 'usage', id }),
        },
        {
          key: 'doctor',
          label: texts.turns.doctor,
          icon: Stethoscope,
          onSelect: () => goTo({ kind: 'doctor', id }),
        },
        ...(mayShare ? SHARING : SHARING.slice(1)).map(kind => ({
          key: kind,
          label: { share: texts.share.title, compare: texts.share.compareWith, replay: texts.share.replay }[
            kind
          ],
          icon: { share: Share, compare: Columns2, replay: Play }[kind],
          onSelect: () => goTo({ kind, id }),
        })),
        {
          key: 'panel',
          label: texts.turns.files,
          icon: FileDiff,
          isChosen: isPanelOpen,
          onSelect: props.onPanel,
        },
        {
          key: 'meta',
          label: texts.turns.systemMessages,
          icon: Info,
          isChosen: includeMeta,
          onSelect: () => props.onMeta(!includeMeta),
        },
        ...(isFolderGone
          ? [
              {
                key: 'folder',
                label: texts.turns.folderMissing,
                hint: oneLine(offer.cwd ?? '', 200),
                icon: FolderX,
                isDisabled: true,
                onSelect: () => undefined,
              },
              {
                key: 'move',
                label: texts.chat.continueElsewhere,
                icon: FolderInput,
                onSelect: props.onMove,
              },
            ]
          : []),
      ]}
    />
  )
}

function SessionFacts({ id, row, agent, entries, turns }: SessionHeadProps): ReactElement {
  const texts = useTexts()
  const model = useMemo(() => readModel(entries), [entries])
  // The list asks for it; without the list there is none.
  const { data } = useQuery<{ readonly costs: ReadonlyMap<string, SessionCost> }>({
    queryKey: ['costs'],
    queryFn: skipToken,
  })
  const cost = data?.costs.get(id)
  const spent = turns?.total.durationMs ?? 0
  const isWaiting = agent?.state === 'requires_action'
  // Of our own agent it is known; of another's only that its log was written lately.
  const isWorking = agent ? agent.state === 'running' : row?.isLive === true
  const folder = row?.cwd ? splitPath(row.cwd).name : undefined
  const place = [folder, row?.gitBranch].map(part => oneLine(part ?? '', 60)).filter(Boolean)
  return (
    <p className={css.facts}>
      {isWorking && (
        <span className={css.working}>
          <StatusMark status="working" />
          {texts.turns.working}
        </span>
      )}
      {isWaiting && (
        <span className={css.waits}>
          <StatusMark status="waits" />
          {texts.turns.waits}
        </span>
      )}
      {place.length > 0 && (
        <span className={css.wide} title={oneLine(row?.cwd ?? '', 300)}>
          <Icon of={GitBranch} size={12} />
          {place.join(' / ')}
        </span>
      )}
      {row?.person != null && (
        <span>{oneLine(stripControl(texts.team.by(row.person, row.host ?? '')), 60)}</span>
      )}
      {model !== undefined && <span className={css.wide}>{formatModel(model)}</span>}
      {turns && <span>{texts.turns.turns(turns.count)}</span>}
      {spent >= 1000 && <span className={css.wide}>{formatDuration(spent)}</span>}
      {cost && <span>{formatJudgedCost(cost, texts.numbers)}</span>}
    </p>
  )
}

/** The model of the newest answer that a model gave. */
function readModel(entries: readonly PlacedEntry[]): string | undefined {
  for (const { entry } of entries.toReversed()) {
    const answer: unknown = 'message' in entry && entry.type === 'assistant' ? entry.message : undefined
    const model: unknown = isObject(answer) ? answer.model : undefined
    if (typeof model === 'string' && model !== '' && !model.startsWith('<')) return model
  }
  return undefined
}
