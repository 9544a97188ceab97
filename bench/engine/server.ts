// The API of the engine's bench, in a process of its own: it answers at once, and tells when a request arrives.
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { type AnswerBlock, startSimulator } from '@antiphon/simulator'
import { LONG_ANSWER_PIECES, LONG_PROMPT, READ_PROMPT } from './words.ts'

/** What the server says: where it listens, and that the head of a request has arrived. */
export type ServerReport = { readonly port: number } | 'asked'

process.on('disconnect', () => process.exit())
// Programs ask for other things as well, before and beside the model.
subscribe('http.server.request.start', message => {
  const { request } = message as { readonly request: IncomingMessage }
  if (request.method === 'POST' && request.url?.startsWith('/v1/messages')) process.send?.('asked')
})
const { port, log } = await startSimulator({
  model: { name: 'bench', answer: ({ messages }) => ({ blocks: [answer(messages.at(-1)?.content)] }) },
  acceptsForeignThinking: true,
  logCapacity: 1,
})
log.onRecord(({ status, refusal }) => {
  // A refused request would be fast, and measure nothing.
  if (status !== 200) process.stderr.write(`the simulator refused: ${status} ${refusal?.message}\n`)
})
process.send?.({ port })

/** The simulator sends 24 characters a piece. */
const LONG_ANSWER = 'two choirs sing in turns'.repeat(LONG_ANSWER_PIECES)

/** A prompt to read is answered by a call, its result and everything else by a text. */
function answer(content: unknown): AnswerBlock {
  const text = JSON.stringify(content)
  if (text.includes(LONG_PROMPT)) return { type: 'text', text: LONG_ANSWER }
  return text.includes(READ_PROMPT) && !text.includes('"tool_result"')
    ? { type: 'tool_use', name: 'Read', input: { file_path: process.env.ANTIPHON_BENCH_NOTE ?? '' } }
    : { type: 'text', text: 'It says that two choirs sing in turns.' }
}
