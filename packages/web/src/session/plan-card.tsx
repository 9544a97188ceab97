import type { ToolItem } from '@antiphon/core/ui'
import { ListChecks } from 'lucide-react'
import type { ReactElement } from 'react'
import { useIsWaitingCall } from '../chat/waiting-calls.ts'
import { Icon } from '../controls/icon.tsx'
import { Tag } from '../controls/marks.tsx'
import { useTexts } from '../page/page-context.ts'
import type { Place } from '../story/compute-story.ts'
import { readText } from '../story/first-block.ts'
import { TextView } from '../story/text-view.tsx'
import { useWhole } from '../story/use-whole.ts'
import css from './plan.module.css'
import { RowActions } from './row-actions.tsx'

export type PlanCardProps = {
  readonly item: ToolItem
  readonly name: string
  readonly place: Place | undefined
}

/** A plan that the agent made, and what became of it. */
export function PlanCard({ item, name, place }: PlanCardProps): ReactElement | null {
  const texts = useTexts()
  const { story } = item
  const isWaiting = useIsWaitingCall(story.id) && story.status === 'running'
  useWhole(place, true)
  // While it waits, the card that asks shows it.
  if (isWaiting) return null
  return (
    <div className={css.card}>
      <header>
        <Icon of={ListChecks} />
        {texts.turns.plan}
        {story.status === 'done' && <Tag tone="ok">{texts.turns.planApproved}</Tag>}
        {(story.status === 'denied' || story.status === 'failed') && <Tag>{texts.turns.planSentBack}</Tag>}
        <RowActions item={item} place={place} />
      </header>
      <TextView
        name={name}
        text={readText(story.input, 'plan') ?? ''}
        form="markdown"
        maxLines={40}
        maxCodePoints={6000}
      />
    </div>
  )
}
