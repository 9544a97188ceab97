import type { ToolOutcome } from '../tool/agent-tool.ts'

/** The outcome with a text that fits into a conversation; tools bound their own, this is the last fence. */
export function boundOutcome(outcome: ToolOutcome): ToolOutcome {
  const { content } = outcome
  if (typeof content === 'string') return { ...outcome, content: boundText(content) }
  return {
    ...outcome,
    content: content.map(block =>
      block.type === 'text' ? { ...block, text: boundText(block.text) } : block,
    ),
  }
}

const MAX_UNITS = 400_000

function boundText(text: string): string {
  if (text.length <= MAX_UNITS) return text
  const half = MAX_UNITS / 2
  const head = text.slice(0, half).replace(/[\ud800-\udbff]$/, '')
  const tail = text.slice(-half).replace(/^[\udc00-\udfff]/, '')
  return `${head}\n\n[${text.length - head.length - tail.length} characters left out]\n\n${tail}`
}
