import { isObject } from '@antiphon/contract'
import type { PersonItem, ToolStory } from '@antiphon/core'
import type { ReactElement } from 'react'
import { useTexts } from '../page/page-context.ts'
import type { StoryItem } from '../story/compute-story.ts'
import { readText } from '../story/first-block.ts'
import { Fold } from '../story/fold.tsx'
import { useSessionContext } from '../story/session-context.ts'
import { AgentLog } from './agent-log.tsx'
import { NestedItems } from './nested-items.tsx'

export type SubagentViewProps = { readonly story: ToolStory; readonly name: string }

/** What a subagent did for a call: from this log, or from the subagent's own once it is opened. */
export function SubagentView({ story, name }: SubagentViewProps): ReactElement | null {
  const texts = useTexts()
  const { agentIds, places } = useSessionContext()
  const agentId = readAgentId(story.result)
  if (story.children.length > 0) {
    const label = `${texts.subagent} · ${texts.subagentSteps(story.children.length)}`
    return (
      <Fold name={`${name} subagent`} label={label}>
        {() => (
          <NestedItems
            items={story.children.map((item, index) => toItem(item, `${name} ${index}`, places))}
          />
        )}
      </Fold>
    )
  }
  if (agentId === undefined || !agentIds.includes(agentId)) return null
  return (
    <Fold name={`${name} subagent`} label={texts.openSubagent}>
      {() => <AgentLog agentId={agentId} />}
    </Fold>
  )
}

function toItem(
  item: PersonItem,
  key: string,
  places: ReturnType<typeof useSessionContext>['places'],
): StoryItem {
  return { key, item, place: places.get(item.uuid) }
}

function readAgentId(result: unknown): string | undefined {
  const details = isObject(result) ? result.toolUseResult : undefined
  return readText(details, 'agentId') ?? readText(details, 'agent_id')
}
