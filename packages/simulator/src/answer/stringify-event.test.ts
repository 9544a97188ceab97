import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnswerMessage } from './answer-message.ts'
import { stringifyEvent } from './stringify-event.ts'
import { toStreamEvents } from './to-stream-events.ts'

const text = fc.string({ unit: 'binary', maxLength: 80 })
const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({ type: fc.constant('thinking'), thinking: text, signature: text }),
  fc.record({
    type: fc.constant('tool_use'),
    id: text,
    name: text,
    input: fc.dictionary(text, fc.jsonValue()),
  }),
)

describe('stringifyEvent', () => {
  it('gives what JSON.stringify gives, for every event of any message', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 5 }), content => {
        // Any blocks will do: the envelope is not looked at.
        const message = { content, stop_reason: 'end_turn', usage: { output_tokens: 3 } } as unknown
        for (const event of toStreamEvents(message as AnswerMessage))
          expect(stringifyEvent(event)).toBe(JSON.stringify(event))
      }),
    )
  })
})
