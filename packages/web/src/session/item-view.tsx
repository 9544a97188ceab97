import { assertNever } from '@antiphon/contract'
import type { PersonItem } from '@antiphon/core'
import { oneLine } from '@antiphon/core/ui'
import { CircleAlert, Info, OctagonPause, TriangleAlert } from 'lucide-react'
import { type ReactElement, useMemo } from 'react'
import { Icon } from '../controls/icon.tsx'
import { useTexts } from '../page/page-context.ts'
import type { StoryItem } from '../story/compute-story.ts'
import { Fold } from '../story/fold.tsx'
import { OutputView } from '../story/output-view.tsx'
import { readToolFace } from '../story/read-tool-face.ts'
import { TextView } from '../story/text-view.tsx'
import { TodoCard } from '../story/todo-card.tsx'
import { isCutText, useWhole } from '../story/use-whole.ts'
import { AgentBox } from './agent-box.tsx'
import css from './item.module.css'
import { PlanCard } from './plan-card.tsx'
import { ItemMarks, RowActions } from './row-actions.tsx'
import { StepView } from './step-view.tsx'
import { TurnHeading } from './turn-heading.tsx'

/** One thing to read: words, a note, or a call that stands for itself. */
export function ItemView({ storyItem }: { readonly storyItem: StoryItem }): ReactElement {
  const { item, place } = storyItem
  useWhole(place, item.kind !== 'tool' && item.kind !== 'summary' && isCutText(item.text))
  if (item.kind === 'tool' || item.kind === 'prompt') return <ItemBody storyItem={storyItem} />
  return (
    <>
      <ItemMarks item={item} />
      <ItemBody storyItem={storyItem} />
      <RowActions item={item} place={place} />
    </>
  )
}

function ItemBody({ storyItem }: { readonly storyItem: StoryItem }): ReactElement | null {
  const texts = useTexts()
  const { item, key: name, place } = storyItem
  switch (item.kind) {
    case 'prompt':
      return <TurnHeading items={[storyItem]} number={undefined} />
    case 'answer':
      return <TextView name={name} text={item.text} form="markdown" {...LONG} />
    case 'tool':
      switch (item.story.name) {
        case 'Task':
        case 'Agent':
          return <AgentBox item={item} name={name} place={place} />
        case 'ExitPlanMode':
          return <PlanCard item={item} name={name} place={place} />
        case 'TodoWrite':
          return <Todos storyItem={storyItem} />
        default:
          return <StepView storyItem={storyItem} />
      }
    case 'thinking':
    case 'meta':
      return <StepView storyItem={storyItem} />
    case 'summary':
      return (
        <Fold name={name} label={texts.summary} preview={oneLine(item.text, 120)}>
          {() => <Summary storyItem={storyItem} />}
        </Fold>
      )
    case 'command':
      return (
        <div className={css.printed}>
          <OutputView name={name} text={item.output?.trim() || oneLine(item.text, 400)} />
        </div>
      )
    case 'notice':
    case 'boundary':
    case 'interruption':
      return <Note item={item} name={name} />
    default:
      return assertNever(item)
  }
}

/** What stands for what was before; all of it once it is read. */
function Summary({ storyItem }: { readonly storyItem: StoryItem }): ReactElement {
  const { item, key, place } = storyItem
  useWhole(place, true)
  return <TextView name={key} text={item.text} form="markdown" {...LONG} />
}

const LONG = { maxLines: 400, maxCodePoints: 30_000 }

/** The list of tasks as it stands; a call that has none is a step like others. */
function Todos({ storyItem }: { readonly storyItem: StoryItem }): ReactElement {
  const { item } = storyItem
  const face = useMemo(() => (item.kind === 'tool' ? readToolFace(item.story) : undefined), [item])
  if (face?.kind !== 'todos') return <StepView storyItem={storyItem} />
  return (
    <div className={css.card}>
      <TodoCard todos={face.todos} />
      <RowActions item={item} place={storyItem.place} />
    </div>
  )
}

type NoteItem = Extract<PersonItem, { readonly kind: 'notice' | 'boundary' | 'interruption' }>

/** What the program said, with how much it matters. */
function Note({ item, name }: { readonly item: NoteItem; readonly name: string }): ReactElement {
  const texts = useTexts()
  const level = item.kind === 'notice' ? item.level : item.kind === 'interruption' ? 'warning' : 'info'
  const words = texts.inSession.notice(item).trim()
  const text = item.kind === 'interruption' ? words.replace(/^\[|\]$/g, '') : words
  const tone = level === 'error' ? css.bad : level === 'warning' ? css.wait : ''
  const icon =
    item.kind === 'interruption'
      ? OctagonPause
      : level === 'error'
        ? CircleAlert
        : level === 'warning'
          ? TriangleAlert
          : Info
  return (
    <div className={`${css.note} ${tone}`}>
      <Icon of={icon} />
      <div className="grow">
        <TextView
          name={name}
          text={text || texts.kinds[item.kind]}
          form="output"
          maxLines={6}
          maxCodePoints={1000}
          label={texts.kinds[item.kind]}
        />
      </div>
    </div>
  )
}
