import { setImmediate } from 'node:timers/promises'
import type { ContentBlock } from '@antiphon/contract'
import type { ModelStreamEvent } from '@antiphon/core'
import type { Provider } from '../src/index.ts'
import { MODEL } from './engine-kit.ts'

/** What a provider gives for one request; an error is thrown where it stands. */
export type StreamScript = readonly (ModelStreamEvent | Error)[]

export const start = (id: string): ModelStreamEvent => ({
  type: 'message_start',
  message: {
    id,
    type: 'message',
    role: 'assistant',
    model: MODEL,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  },
})

/** A whole block; of a call, `json` is the text of its input. */
export const block = (content_block: ContentBlock, json?: string): readonly ModelStreamEvent[] => [
  { type: 'content_block_start', index: 0, content_block },
  ...(json === undefined
    ? []
    : [
        {
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'input_json_delta', partial_json: json },
        } as const,
      ]),
  { type: 'content_block_stop', index: 0 },
]

export const text = (words: string): readonly ModelStreamEvent[] => block({ type: 'text', text: words })

export const toolUse = (id: string, name: string, words: string): readonly ModelStreamEvent[] =>
  block({ type: 'tool_use', id, name, input: { text: words } })

export const stop = (stop_reason: 'end_turn' | 'tool_use' | 'pause_turn'): readonly ModelStreamEvent[] => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
]

/** A provider that no API is behind, for what the simulator's models do not do. */
export function createScriptedProvider(answers: readonly StreamScript[]): Provider & {
  readonly requests: () => readonly string[]
} {
  const requests: string[] = []
  return {
    platform: 'anthropic',
    name: 'scripted',
    requests: () => requests,
    async *stream(request) {
      requests.push(JSON.stringify(request.messages))
      for (const event of answers[requests.length - 1] ?? []) {
        if (event instanceof Error) throw event
        yield event
        await setImmediate()
      }
    },
  }
}
