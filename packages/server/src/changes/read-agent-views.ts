import type { PersonItem } from '@antiphon/core'
import { type AgentViews, toAgentId } from '@antiphon/core/turns'
import { createPersonView, type LogPlace, type PersonView } from '@antiphon/core/ui'
import type { FoundLog } from '../logs/find-log.ts'
import { readLogEntries } from '../numbers/read-log-entries.ts'
import { slimEntry } from './slim-entry.ts'

/** What is seen of a log as far as it tells of files and turns, and where the log ends. */
export type ReadView = { readonly view: PersonView<LogPlace>; readonly end: number }

type LogFile = Pick<FoundLog, 'path'>

/** Reads a whole log. */
export async function readView({ path }: LogFile, signal: AbortSignal): Promise<ReadView> {
  const view = createPersonView<LogPlace>()
  let end = 0
  const onBytes = (count: number): void => {
    end += count
  }
  const options = { signal, isWhole: () => true, onBytes }
  for await (const { entry, seq } of readLogEntries(path, options)) {
    const slim = slimEntry(entry)
    if (slim) view.append(slim, { seq })
  }
  return { view, end }
}

/** Reads the logs of a session's subagents, one after the other. */
export async function readAgentViews(agents: readonly LogFile[], signal: AbortSignal): Promise<AgentViews> {
  const views = new Map<string, readonly PersonItem[]>()
  for (const agent of agents) {
    const { view } = await readView(agent, signal)
    views.set(
      toAgentId(agent.path),
      view.items().map(({ item }) => item),
    )
  }
  return views
}
