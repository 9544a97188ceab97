import { formatDuration, type ToolItem, type ToolStatus } from '@antiphon/core/ui'
import type { ReactElement } from 'react'
import { useIsWaitingCall } from '../chat/waiting-calls.ts'
import { useTexts } from '../page/page-context.ts'
import type { Place } from '../story/compute-story.ts'
import { useSessionContext } from '../story/session-context.ts'
import { ToolBody } from '../story/tool-body.tsx'
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
  const hooks = story.preHooks.length + story.postHooks.length
  return (
    <>
      <ItemHead item={item} place={place}>
        <span className={`tool-sign status-${story.status}`} role="img" aria-label={status}>
          {SIGNS[story.status]}
        </span>
        <span className="tool-name">{head}</span>
        <span className="tool-title" title={rest}>
          {rest}
        </span>
        {story.status !== 'done' && (
          <span className={isWaiting ? 'mark is-waiting' : `mark status-${story.status}`}>{status}</span>
        )}
        {hooks > 0 && <span className="mark">{texts.hooks(hooks)}</span>}
        {story.durationMs !== undefined && story.durationMs >= 100 && (
          <span className="tool-duration" title={story.isDurationAtMost ? texts.atMostHint : undefined}>
            {story.isDurationAtMost && '≤ '}
            {formatDuration(story.durationMs)}
          </span>
        )}
      </ItemHead>
      <ToolBody story={story} name={name} place={resultPlace} />
      <div className="tool-body">
        <SubagentView story={story} name={name} />
      </div>
    </>
  )
}

const SIGNS: Readonly<Record<ToolStatus, string>> = {
  done: '✓',
  failed: '✗',
  denied: '⊘',
  interrupted: '⊘',
  running: '…',
}

/** A title is `Name: what it is about`. */
function splitTitle(title: string): { readonly head: string; readonly rest: string } {
  const end = title.indexOf(': ')
  return end === -1 ? { head: title, rest: '' } : { head: title.slice(0, end), rest: title.slice(end + 2) }
}
