import { z } from 'zod'
import type { AgentTool, ToolOutcome } from '../../tool/agent-tool.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { prepareCall } from '../../tool/prepare-call.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'

/** Lets the model drop messages from its context that it needs no longer. */
export function createSnipTool(): AgentTool {
  return defineTool({
    name: 'Snip',
    description: DESCRIPTION,
    schema: SCHEMA,
    prepare(input, context) {
      const ids = [...new Set(input.ids.map(toLabel))].filter(id => id !== '')
      if (ids.length === 0) return { problem: 'Snip needs the ids of messages, as in [id:…].' }
      return prepareCall('Snip', { input: { ids }, work: () => snip(ids, context) })
    },
  })
}

const SCHEMA = z.object({
  ids: z.array(z.string()).min(1).max(500).describe('The labels of the messages: abc123 for [id:abc123]'),
})

const DESCRIPTION = `Drops messages from what you read from now on, to make room. Each message that can be dropped bears a label, [id:…].

Drop what is long and needed no longer: outputs that were looked through, files that were read and since changed. Write down first what you still need of it. The person keeps everything.`

function snip(ids: readonly string[], context: ToolContext): ToolOutcome {
  const { snips } = context.services
  if (!snips) return toErrorOutcome('Messages cannot be dropped in this session.')
  const { unknown } = snips.snip(ids)
  const dropped = ids.filter(id => !unknown.includes(id))
  const missing = unknown.length === 0 ? '' : ` No message bears the label ${unknown.join(', ')}.`
  if (dropped.length === 0) return toErrorOutcome(`Nothing was dropped.${missing}`)
  return { content: `Dropped ${count(dropped.length)}.${missing}`, data: { snipped: dropped, unknown } }
}

/** A label as it stands in a message, or what is inside of it. */
function toLabel(id: string): string {
  return id
    .trim()
    .replace(/^\[?(?:id:)?\s*/, '')
    .replace(/\]$/, '')
}

function count(messages: number): string {
  return `${messages} ${messages === 1 ? 'message' : 'messages'}`
}
