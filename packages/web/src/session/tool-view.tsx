import { formatDuration, type ToolItem, type ToolStatus } from '@antiphon/core/ui'
import type { ReactElement } from 'react'
import { useIsWaitingCall } from '../chat/waiting-calls.ts'
import { useTexts } from '../page/page-context.ts'
import type { Place } from '../story/compute-story.ts'
import { useSessionContext } from '../story/session-context.ts'
import toolCss from '../story/tool.module.css'
import { ToolBody } from '../story/tool-body.tsx'
import css from './item.module.css'
import { ItemHead } from './item-head.tsx'
import { SubagentView } from './subagent-view.tsx'

export type ToolViewProps = {
  readonly item: ToolItem
  readonly name: string
  readonly place: Place | undefined
}

/** A call from start to end: how it stands, what it was about, what came of it. */
export function ToolView({ item, name, place }: ToolViewProps): ReactElement {
  const texts = useTexts()
  const { places } = useSessionContext()
  const { story } = item
  const { head, rest } = splitTitle(story.title)
  const resultPlace = story.result && places.get(story.result.uuid)
  const isWaiting = useIsWaitingCall(story.id) && story.status === 'running'
  const status = isWaiting ? texts.chat.waitsMark : texts.statuses[story.status]
  const [sign, tone] = SIGNS[story.status]
  const hooks = story.preHooks.length + story.postHooks.length
  return (
    <>
      <ItemHead item={item} place={place}>
        <span className={`${css.toolSign} ${tone}`} role="img" aria-label={status}>
          {sign}
        </span>
        <span className={`ellipsis ${css.toolName}`}>{head}</span>
        <span className={`ellipsis ${css.toolTitle}`} title={rest}>
          {rest}
        </span>
        {story.status !== 'done' && (
          <span className={isWaiting ? 'mark is-waiting' : `mark ${tone}`}>{status}</span>
        )}
        {hooks > 0 && <span className="mark">{texts.hooks(hooks)}</span>}
        {story.durationMs !== undefined && story.durationMs >= 100 && (
          <span className="fine fixed" title={story.isDurationAtMost ? texts.atMostHint : undefined}>
            {story.isDurationAtMost && '≤ '}
            {formatDuration(story.durationMs)}
          </span>
        )}
      </ItemHead>
      {/* While it waits, the card that asks shows what it would do. */}
      {!isWaiting && <ToolBody story={story} name={name} place={resultPlace} />}
      <div className={toolCss.body}>
        <SubagentView story={story} name={name} />
      </div>
    </>
  )
}

const SIGNS: Readonly<Record<ToolStatus, readonly [sign: string, tone: string]>> = {
  done: ['✓', 'is-good'],
  failed: ['✗', 'is-bad'],
  denied: ['⊘', 'is-warn'],
  interrupted: ['⊘', 'is-warn'],
  running: ['…', 'is-accent'],
}

/** A title is `Name: what it is about`. */
function splitTitle(title: string): { readonly head: string; readonly rest: string } {
  const end = title.indexOf(': ')
  return end === -1 ? { head: title, rest: '' } : { head: title.slice(0, end), rest: title.slice(end + 2) }
}
