import { createStreamJsonParser } from '@antiphon/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HostFrame, toHostFrame } from './host-frame.ts'

function frames(text: string): readonly HostFrame[] {
  const parser = createStreamJsonParser()
  return [...parser.push(text), ...parser.end()].map(toHostFrame)
}

function frame(event: object): HostFrame {
  return frames(`${JSON.stringify(event)}\n`)[0]!
}

const UUID = '0ed0592d-1168-4f54-b2c2-8b9dbc1bc203'

describe('toHostFrame', () => {
  it('reads a prompt, as a text and as blocks, with its name', () => {
    expect(frame({ type: 'user', message: { role: 'user', content: 'hi' } })).toEqual({
      kind: 'prompt',
      prompt: { content: 'hi', asksForAnswer: true },
    })
    const content = [{ type: 'text', text: 'hi' }]
    expect(frame({ type: 'user', uuid: UUID, shouldQuery: false, message: { content } })).toEqual({
      kind: 'prompt',
      prompt: { content, uuid: UUID, asksForAnswer: false },
    })
  })

  it('reads what was attached, and leaves out what is no reference', () => {
    const file = { type: 'FileReference', path: 'a', unknown: 1 }
    const say = (contexts: unknown): object => frame({ type: 'user', message: { content: 'hi' }, contexts })
    expect(say([file, { type: 'FileReference' }, null, 'x'])).toMatchObject({ prompt: { contexts: [file] } })
    for (const contexts of [[], [{ type: 'x' }], 'x', null, { length: 1 }])
      expect(say(contexts)).toEqual({ kind: 'prompt', prompt: { content: 'hi', asksForAnswer: true } })
  })

  it('reads a person’s name from an origin, of a prompt and of an answer, and nothing else', () => {
    const origin = { kind: 'human', author: { id: 'a', name: ' Ann\u0007' }, from: 'me' }
    const clean = { kind: 'human', author: { id: 'a', name: 'Ann' } }
    expect(frame({ type: 'user', message: { content: 'hi' }, origin })).toMatchObject({
      prompt: { origin: clean },
    })
    const response = { subtype: 'success', request_id: 'r', response: {} }
    expect(frame({ type: 'control_response', response, origin })).toMatchObject({
      answer: { author: clean.author },
    })
    for (const other of ['human', { kind: 'task-notification', author: clean.author }, { kind: 'human' }])
      expect(frame({ type: 'user', message: { content: 'hi' }, origin: other })).toEqual({
        kind: 'prompt',
        prompt: { content: 'hi', asksForAnswer: true },
      })
  })

  it('has the model read what was attached, unless the words name it already', () => {
    const contexts = [{ type: 'FileReference', path: 'a' }]
    const block = '> **上下文资料**\n> \n> - 📄 `a`\n\n'
    const say = (content: unknown): object => frame({ type: 'user', message: { content }, contexts })
    for (const words of ['hi', `${block}hi`])
      expect(say(words)).toMatchObject({ prompt: { content: `${block}hi`, contexts } })
    for (const text of ['hi', `${block}hi`])
      expect(say([{ type: 'text', text }])).toMatchObject({
        prompt: { content: [{ type: 'text', text: `${block}hi` }] },
      })
    expect(say('')).toMatchObject({ prompt: { content: block } })
    expect(say([])).toMatchObject({ prompt: { content: [{ type: 'text', text: block }] } })
    for (const nothing of [null, 5, [5]]) expect(say(nothing)).toMatchObject({ kind: 'no-prompt' })
  })

  it('takes no blanks and nothing that is no content for a prompt, and no name that is none', () => {
    const say = (content: unknown): object => frame({ type: 'user', uuid: UUID, message: { content } })
    for (const content of ['', []]) expect(say(content)).toMatchObject({ prompt: { content, uuid: UUID } })
    for (const content of [' ', '\n\t '])
      expect(say(content)).toMatchObject({ kind: 'no-prompt', refusal: { isBlank: true, uuid: UUID } })
    for (const content of [[5], [{}], null, { type: 'text' }, undefined])
      expect(say(content)).toMatchObject({ kind: 'no-prompt', refusal: { isBlank: false, uuid: UUID } })
    // Nobody waits for an answer to what asks for none.
    expect(frame({ type: 'user', shouldQuery: false, message: { content: ' ' } })).toMatchObject({
      kind: 'bad',
    })
    expect(frame({ type: 'user', uuid: 'x', message: { content: 'hi' } })).toEqual({
      kind: 'prompt',
      prompt: { content: 'hi', asksForAnswer: true },
    })
  })

  it('reads questions, answers and cancellations', () => {
    const request = { subtype: 'set_model', model: 'm' }
    expect(frame({ type: 'control_request', request_id: 'r', request })).toEqual({
      kind: 'request',
      requestId: 'r',
      request,
    })
    const success = { subtype: 'success', request_id: 'r', response: { behavior: 'allow' } }
    expect(frame({ type: 'control_response', response: success })).toEqual({
      kind: 'answer',
      requestId: 'r',
      answer: { status: 'answered', response: { behavior: 'allow' } },
    })
    const error = { subtype: 'error', request_id: 'r', error: 'no' }
    expect(frame({ type: 'control_response', response: error })).toMatchObject({
      answer: { status: 'refused', error: 'no' },
    })
    expect(frame({ type: 'control_cancel_request', request_id: 'r' })).toEqual({
      kind: 'cancel',
      requestId: 'r',
    })
    expect(frame({ type: 'keep_alive' })).toEqual({ kind: 'idle' })
  })

  it('names the line of what it cannot read', () => {
    const [good, bad, unknown] = frames('{"type":"keep_alive"}\nnonsense\n{"type":"fly"}\n')
    expect(good).toEqual({ kind: 'idle' })
    expect(bad).toEqual({ kind: 'bad', reason: expect.stringContaining('line 2') })
    expect(unknown).toEqual({ kind: 'bad', reason: expect.stringContaining('fly') })
  })

  it('never throws, and keeps a question with an id answerable whatever else it holds', () => {
    const type = fc.constantFrom('user', 'control_request', 'control_response', 'control_cancel_request', 'x')
    const event = fc.record(
      { type, request_id: fc.jsonValue(), request: fc.jsonValue(), response: fc.jsonValue() },
      { requiredKeys: ['type'] },
    )
    fc.assert(
      fc.property(event, value => {
        const { kind } = frame(value)
        if (value.type === 'control_request' && typeof value.request_id === 'string')
          expect(kind).toBe('request')
      }),
      { numRuns: 1000 },
    )
  })
})
