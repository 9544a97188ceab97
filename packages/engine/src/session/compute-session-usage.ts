import { computeContextUsage } from '@antiphon/core'
import type { ContextTool, ContextUsage } from '@antiphon/core/usage'
import { compactionLimit } from '../compaction/context-size.ts'
import { findReferencedTools } from '../tool/deferred-tools.ts'
import type { Session } from './session.ts'

/** What fills the window of a session now. */
export async function computeSessionUsage(session: Session): Promise<ContextUsage> {
  const { model, conversation, toolbox, agents = [] } = session
  const messages = conversation.messages()
  // The same files that the model is told of: rules and settings may leave some out.
  const files = (await session.readMemory?.().catch(() => [])) ?? []
  const found = findReferencedTools(messages)
  return computeContextUsage({
    model,
    messages,
    systemSections: [{ name: 'System prompt', text: session.system }],
    tools: toolbox.definitions.map(definition => toContextTool(definition, found)),
    memoryFiles: files.map(({ path, type = 'Project', content }) => ({ path, type, text: content })),
    agents: agents.map(({ name, description }) => ({
      agentType: name,
      source: 'session',
      text: description,
    })),
    autoCompactThreshold: compactionLimit(model),
  })
}

/** What a search has found stands in the window, behind its result. */
function toContextTool(definition: ContextTool['definition'], found: ReadonlySet<string>): ContextTool {
  const serverName = /^mcp__(.+?)__/.exec(definition.name ?? '')?.[1]
  return {
    definition,
    ...(serverName !== undefined && { serverName }),
    ...(definition.defer_loading === true && !found.has(definition.name ?? '') && { isDeferred: true }),
  }
}
