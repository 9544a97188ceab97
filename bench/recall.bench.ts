// What an agent needs to answer forty questions about past sessions: by the tools of `antiphon mcp`, over a real process,
// and by grep over the raw files. The corpus is that of the fixtures, of which the answers are known.
import { estimateText } from '@antiphon/core/usage'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { EXECUTABLE } from '../packages/cli/test/spawn-antiphon.ts'
import { printRow } from './bench-row.ts'
import { writeCorpusTree } from './recall/corpus-tree.ts'
import { RECALL_QUESTIONS } from './recall/questions.ts'
import { askByGrep, askByTools, isAnswered } from './recall/scripted-agents.ts'

const HIDDEN: ReadonlySet<string> = new Set(['outputSchema', 'annotations', 'execution'])

const tree = writeCorpusTree('fixtures')
const client = new Client({ name: 'bench', version: '1' })
try {
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [EXECUTABLE, 'mcp', 'serve', '--all-projects'],
      env: { HOME: tree.home, PATH: process.env.PATH ?? '' },
      stderr: 'ignore',
    }),
  )
  const { tools } = await client.listTools()
  const ours = { answered: 0, tokens: 0, calls: 0 }
  const floor = { answered: 0, tokens: 0, calls: 0 }
  for (const question of RECALL_QUESTIONS) {
    const asked = await askByTools(client, question)
    const grepped = askByGrep(tree.paths, question)
    for (const [sum, effort] of [
      [ours, asked],
      [floor, grepped],
    ] as const) {
      if (isAnswered(effort, question)) sum.answered += 1
      sum.tokens += effort.tokens
      sum.calls += effort.calls
    }
    const marks = `${isAnswered(asked, question) ? 'yes' : 'NO '} ${isAnswered(grepped, question) ? 'yes' : 'no '}`
    console.error(`${marks} ${question.kind} ${question.given} (${asked.tokens} / ${grepped.tokens} tokens)`)
  }
  const all = RECALL_QUESTIONS.length
  console.error(
    `tools: ${ours.answered}/${all} answered, ${ours.tokens} tokens, ${ours.calls} calls; the tools themselves ${measureTools(tools)} tokens, once a conversation`,
  )
  console.error(`grep: ${floor.answered}/${all} answered, ${floor.tokens} tokens, ${floor.calls} calls`)
  const peer = 'grep over the raw files'
  printRow({
    ...{ name: 'recall: questions answered', peer, target: '≥ 38/40' },
    value: `${ours.answered}/${all}, grep ${floor.answered}/${all}`,
    ratio: ours.answered / floor.answered,
    pass: ours.answered >= 38,
  })
  printRow({
    ...{ name: 'recall: tokens read for all questions', peer, target: '≤ 0.25 ×' },
    value: `${ours.tokens} in ${ours.calls} calls, grep ${floor.tokens} in ${floor.calls}`,
    ratio: ours.tokens / floor.tokens,
    pass: ours.tokens <= floor.tokens / 4,
  })
} finally {
  await client.close()
  tree.remove()
}

/** What a model is shown of tools: what they answer is for programs. */
function measureTools(tools: readonly object[]): number {
  return estimateText(JSON.stringify(tools, (key, value) => (HIDDEN.has(key) ? undefined : value)))
}
