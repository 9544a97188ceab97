import type { PersonItem } from '@antiphon/core'
import { countLines, readOwnTime, type WorkAction } from '@antiphon/core/turns'
import { messageText, oneLine, type ToolItem, type ToolStatus } from '@antiphon/core/ui'
import {
  Ban,
  Bot,
  Brain,
  Check,
  CircleX,
  FileDiff,
  FilePlus2,
  FileSearch,
  FileText,
  Globe,
  Hand,
  Info,
  ListChecks,
  type LucideIcon,
  SquareTerminal,
  Wrench,
} from 'lucide-react'
import { type ReactElement, useId, useMemo } from 'react'
import { useIsWaitingCall } from '../chat/waiting-calls.ts'
import { FoldHead } from '../controls/fold-head.tsx'
import { Icon } from '../controls/icon.tsx'
import { FilePath, PlusMinus, StatusMark } from '../controls/marks.tsx'
import { useTexts } from '../page/page-context.ts'
import { useSettings } from '../page/page-settings.ts'
import { formatDuration } from '../parts/format-duration.ts'
import { toShownPath } from '../parts/shown-path.ts'
import type { Place, StoryItem } from '../story/compute-story.ts'
import { type CallLine, describeCall } from '../story/describe-call.ts'
import { useFold } from '../story/fold.tsx'
import { isOpenCall } from '../story/open-calls.ts'
import { useSessionContext } from '../story/session-context.ts'
import { TextView } from '../story/text-view.tsx'
import { ToolBody } from '../story/tool-body.tsx'
import { isCutText, useWhole } from '../story/use-whole.ts'
import { ItemMarks, RowActions } from './row-actions.tsx'
import css from './step.module.css'

/** A call, or what stands beside calls, in one line; the rest when it is opened. */
export function StepView({ storyItem }: { readonly storyItem: StoryItem }): ReactElement {
  const { item, key, place } = storyItem
  return item.kind === 'tool' ? (
    <ToolStep item={item} name={key} place={place} />
  ) : (
    <AsideStep item={item} name={key} place={place} />
  )
}

type StepProps<Item> = { readonly item: Item; readonly name: string; readonly place: Place | undefined }

/** What an icon says of a kind of work. */
export const ACTION_ICONS: Readonly<Record<WorkAction, LucideIcon>> = {
  read: FileSearch,
  searched: FileSearch,
  fetched: Globe,
  wrote: FilePlus2,
  edited: FileDiff,
  ran: SquareTerminal,
  delegated: Bot,
  planned: ListChecks,
  used: Wrench,
}

function ToolStep({ item, name, place }: StepProps<ToolItem>): ReactElement {
  const { places } = useSessionContext()
  const { story } = item
  const isWaiting = useIsWaitingCall(story.id) && story.status === 'running'
  const { openToolCalls } = useSettings().settings
  const [isUnfolded, toggle] = useFold(name, isOpenCall(story, openToolCalls))
  // While it waits, the card that asks shows what it would do.
  const isOpen = isUnfolded && !isWaiting
  // What it was given may be as long as what came of it.
  useWhole(place, isOpen)
  const id = useId()
  const line = useMemo(() => describeCall(story), [story])
  return (
    <div className={css.step}>
      <div className={css.line}>
        <FoldHead
          className={css.head}
          isOpen={isOpen}
          body={id}
          icon={ACTION_ICONS[line.action]}
          onClick={toggle}
        >
          <CallWords line={line} />
          <Outcome item={item} isWaiting={isWaiting} />
        </FoldHead>
        <ItemMarks item={item} />
        <RowActions item={item} place={place} />
      </div>
      {isOpen && (
        <div id={id}>
          <ToolBody story={story} name={name} place={story.result && places.get(story.result.uuid)} />
        </div>
      )}
    </div>
  )
}

function CallWords({ line }: { readonly line: CallLine }): ReactElement {
  const texts = useTexts().turns
  const { cwd } = useSessionContext()
  const { verb, name, path, code, words } = line
  return (
    <>
      <span className={css.verb}>{verb ? texts.verbs[verb] : oneLine(name, 60)}</span>
      {path !== undefined && <FilePath path={oneLine(toShownPath(path, cwd), 400)} />}
      {code !== undefined && (
        <span className={css.code} title={oneLine(code, 2000)}>
          {oneLine(code, 400)}
        </span>
      )}
      {words !== undefined && (
        <span className={css.words} title={words}>
          {oneLine(words, 400)}
        </span>
      )}
    </>
  )
}

/** How a call stands, what it changed, and how long it worked. */
function Outcome({
  item,
  isWaiting,
}: {
  readonly item: ToolItem
  readonly isWaiting: boolean
}): ReactElement {
  const texts = useTexts()
  const { story } = item
  const lines = useMemo(() => countLines(story), [story])
  const time = readOwnTime(story)
  return (
    <span className={css.result}>
      {lines && <PlusMinus {...lines} />}
      <StatusWord item={item} isWaiting={isWaiting} />
      <span className={css.time} title={time?.isAtMost ? texts.atMostHint : undefined}>
        {time && time.ms >= 100 && `${time.isAtMost ? '≤ ' : ''}${formatDuration(time.ms)}`}
      </span>
    </span>
  )
}

function StatusWord({
  item,
  isWaiting,
}: {
  readonly item: ToolItem
  readonly isWaiting: boolean
}): ReactElement | null {
  const texts = useTexts()
  const { story } = item
  if (isWaiting)
    return (
      <span className={css.waits}>
        <Icon of={Hand} size={14} /> {texts.turns.waits}
      </span>
    )
  switch (story.status) {
    case 'running':
      return <StatusMark status="working" label={texts.statuses.running} />
    case 'done':
      return story.name === 'Bash' ? (
        <span className={css.ok} role="img" aria-label={texts.statuses.done}>
          <Icon of={Check} size={14} />
        </span>
      ) : null
    default:
      return (
        <span className={story.status === 'failed' ? css.bad : css.quiet}>
          <Icon of={STATUS_ICONS[story.status]} size={14} />
          {wordOf(story.status)}
        </span>
      )
  }

  function wordOf(status: ToolStatus): string {
    const code =
      status === 'failed' ? /^Exit code (\d{1,3})\b/.exec(messageText(story.result))?.[1] : undefined
    return code === undefined ? texts.statuses[status] : texts.turns.exitCode(code)
  }
}

const STATUS_ICONS: Readonly<Record<Exclude<ToolStatus, 'done' | 'running'>, LucideIcon>> = {
  failed: CircleX,
  denied: Ban,
  interrupted: Ban,
}

/** What was thought, or what the program noted. */
function AsideStep({ item, name, place }: StepProps<PersonItem>): ReactElement {
  const texts = useTexts()
  const [isOpen, toggle] = useFold(name)
  useWhole(place, isOpen && isCutText(item.text))
  const id = useId()
  const isThought = item.kind === 'thinking'
  const text = item.kind === 'notice' ? texts.inSession.notice(item) : item.text
  const words = oneLine(text, 200)
  const label = isThought ? texts.turns.thought : texts.kinds[item.kind]
  return (
    <div className={`${css.step} ${css.aside}`}>
      <div className={css.line}>
        <FoldHead
          className={css.head}
          isOpen={isOpen}
          body={id}
          icon={isThought ? Brain : item.kind === 'notice' ? Info : FileText}
          onClick={toggle}
        >
          <span className={css.words} title={isOpen ? undefined : words}>
            {isOpen || words === '' ? label : `${label}: ${words}`}
          </span>
        </FoldHead>
        <ItemMarks item={item} />
        <RowActions item={item} place={place} />
      </div>
      {isOpen && (
        <div className={css.prose} id={id}>
          {text.trim() === '' ? (
            texts.thinkingHidden
          ) : (
            <TextView name={name} text={text} form="markdown" maxLines={200} maxCodePoints={20_000} />
          )}
        </div>
      )}
    </div>
  )
}
