import { describe } from 'vitest'
import { type AgentSample, testReader } from '../testing/reader-contract.ts'
import { readSample } from '../testing/samples.ts'

type Block = { type: string; text?: string }
type Message = {
  role: string
  content: Block[]
  metrics?: Record<string, number>
  metadata?: { kind?: string }
}

function toSample(name: string, file: string, id: string): AgentSample {
  const text = readSample(`cline/${file}`).toString('utf8')
  const { messages } = JSON.parse(text) as { messages: Message[] }
  const isSaid = (block: Block): boolean => block.type !== 'tool_result'
  const typed = messages.filter(
    ({ role, content, metadata }) =>
      role === 'user' && content.some(isSaid) && metadata?.kind !== 'compaction_summary',
  )
  const count = (type: string): number =>
    messages.flatMap(({ content }) => content).filter(block => block.type === type).length
  const sum = (field: string): number =>
    messages.reduce((all, { metrics }) => all + (metrics?.[field] ?? 0), 0)
  return {
    name,
    files: {
      [`.cline/data/sessions/${id}/${id}.messages.json`]: text,
      [`.cline/data/sessions/${id}/${id}.json`]: readSample('cline/1784094124598_rruoq.json'),
    },
    counts: {
      prompts: typed.length,
      calls: count('tool_use'),
      results: count('tool_result'),
      usage: {
        input: sum('inputTokens') - sum('cacheReadTokens') - sum('cacheWriteTokens'),
        cacheRead: sum('cacheReadTokens'),
        cacheWrite: sum('cacheWriteTokens'),
        output: sum('outputTokens'),
      },
    },
  }
}

describe('Cline', () => {
  testReader({
    agent: 'cline',
    isAppended: false,
    samples: [
      toSample('a session', '1784094124598_rruoq.messages.json', '1784094124598_rruoq'),
      toSample('one that was compacted', 'agentic.compaction.json', 'agentic'),
    ],
  })
})
