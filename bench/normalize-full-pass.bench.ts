import { createApiView, normalizeMessagesForAPI } from '@antiphon/core'
import { convertToModelMessages, type UIMessage } from 'ai'
import { bestOf, median, printRow } from './bench-row.ts'
import { generateTurn } from './generated-session.ts'

const MESSAGES = 10_000
const TOOLS = [{ name: 'Read' }]

const history = Array.from({ length: MESSAGES / 4 }, (_, turn) => generateTurn(turn)).flat()

/** The same words, calls and results in the AI SDK's own type: a call and its result are one part there. */
const uiMessages: UIMessage[] = Array.from({ length: MESSAGES / 4 }, (_, turn) => toUiMessages(turn)).flat()

function toUiMessages(turn: number): UIMessage[] {
  const [prompt, , result] = generateTurn(turn)
  const text = `I am going to read file ${turn} first.`
  const output = JSON.stringify(result?.message.content)
  return [
    { id: `${turn}-u`, role: 'user', parts: [{ type: 'text', text: String(prompt?.message.content) }] },
    {
      id: `${turn}-a`,
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { type: 'text', text },
        {
          type: 'tool-Read',
          toolCallId: `toolu_${turn}`,
          state: 'output-available',
          input: { file_path: `/src/file-${turn}.ts` },
          output,
        },
        { type: 'step-start' },
        { type: 'text', text: `File ${turn} holds the settings.` },
      ],
    },
  ]
}

async function timeTheirs(): Promise<number> {
  const start = performance.now()
  const converted = await convertToModelMessages(uiMessages)
  if (converted.length < MESSAGES / 4) throw new Error('the AI SDK converted too little')
  return performance.now() - start
}

// In turns, so that a busy machine slows both down.
const oursTimes: number[] = []
const theirsTimes: number[] = []
for (let run = 0; run < 15; run++) {
  oursTimes.push(
    bestOf(1, () => {
      if (normalizeMessagesForAPI(history, TOOLS).length !== MESSAGES + 1) throw new Error('too few messages')
    }),
  )
  theirsTimes.push(await timeTheirs())
}
const ours = Math.min(...oursTimes)
const peer = Math.min(...theirsTimes)
// They map each part to another; we also pair, check, repair and report.
printRow({
  name: `full pass over ${MESSAGES} messages against the AI SDK's convertToModelMessages`,
  value: `${(ours / peer).toFixed(1)} × its time (${ours.toFixed(0)} ms, theirs ${peer.toFixed(0)} ms)`,
  target: '≤ 3 ×',
  pass: ours <= peer * 3,
})

const view = createApiView(TOOLS)
for (const message of history) view.append(message)
const turns: number[] = []
for (let turn = MESSAGES / 4; turn < MESSAGES / 4 + 100; turn++) {
  const next = generateTurn(turn)
  const start = performance.now()
  for (const message of next) view.append(message)
  view.messages()
  turns.push(performance.now() - start)
}
const turn = median(turns)
printRow({
  name: `one more turn at ${MESSAGES} messages, where the AI SDK converts all of them again`,
  peer: "the AI SDK's convertToModelMessages",
  value: `${(peer / turn).toFixed(0)} × faster (${turn.toFixed(3)} ms)`,
  target: '≥ 50 ×',
  pass: peer / turn >= 50,
})
