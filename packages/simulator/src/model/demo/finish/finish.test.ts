import { describe, expect, it } from 'vitest'
import { createDemoModel } from '../create-demo-model.ts'
import { tool } from '../testing/claude-code-tools.ts'
import { converse, TURN, toRequest } from '../testing/converse.ts'

const SCHEMA = {
  type: 'object',
  properties: {
    answer: { type: 'string' },
    count: { type: 'integer', minimum: 3 },
    kind: { enum: ['a', 'b'] },
  },
  required: ['answer', 'count', 'kind'],
  additionalProperties: false,
}

describe('what a request asks of the form of an answer', () => {
  it('cuts the text at max_tokens', async () => {
    const answer = await createDemoModel().answer(toRequest('hello', { max_tokens: 5 }), TURN)
    expect(answer).toMatchObject({ stopReason: 'max_tokens', outputTokens: 5, blocks: [{ type: 'text' }] })
  })

  it('answers a probe for quota with one token', async () => {
    const answer = await createDemoModel().answer(toRequest('quota', { max_tokens: 1 }), TURN)
    expect(answer.blocks).toEqual([{ type: 'text', text: 'OK' }])
  })

  it('has nothing to say where max_tokens is 0', async () => {
    const answer = await createDemoModel().answer(
      toRequest('hello', { max_tokens: 0, model: 'claude-haiku-4-5' }),
      TURN,
    )
    expect(answer).toMatchObject({ blocks: [], stopReason: 'max_tokens', outputTokens: 0 })
  })

  it('stops before the first stop sequence', async () => {
    const request = toRequest('hello', { stop_sequences: ['never', 'handful', 'language model'] })
    const answer = await createDemoModel().answer(request, TURN)
    expect(answer).toMatchObject({ stopReason: 'stop_sequence', stopSequence: 'language model' })
    expect(answer.blocks).toEqual([{ type: 'text', text: '*This is a demo without a' }])
  })

  it('calls nothing with tool_choice none', async () => {
    const { calls, text } = await converse('list the files', { request: { tool_choice: { type: 'none' } } })
    expect(calls).toEqual([])
    expect(text).toMatch(/offers no tool for it/)
  })

  it('calls the tool that it is forced to call, with an input that fits', async () => {
    const forced = tool('record', SCHEMA.properties as never, SCHEMA.required)
    const request = toRequest('hello', {
      model: 'claude-haiku-4-5',
      tools: [tool('other', {}, []), forced],
      tool_choice: { type: 'tool', name: 'record' },
    })
    const { blocks } = await createDemoModel().answer(request, TURN)
    expect(blocks).toEqual([
      {
        type: 'tool_use',
        name: 'record',
        input: { answer: expect.stringContaining('demo'), count: 3, kind: 'a' },
      },
    ])
  })

  it('calls some tool with tool_choice any: the one for the wish, else the first', async () => {
    const any = { model: 'claude-haiku-4-5', tool_choice: { type: 'any' } }
    expect((await createDemoModel().answer(toRequest('list the files', any), TURN)).blocks).toMatchObject([
      { name: 'Glob' },
    ])
    expect((await createDemoModel().answer(toRequest('hello', any), TURN)).blocks).toMatchObject([
      { name: 'Bash' },
    ])
  })

  it('makes one call at a time where it may not make several', async () => {
    const { calls, text } = await converse('read a.ts and b.ts', {
      request: { tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
      runTool: ({ input }) => JSON.stringify(input),
    })
    expect(calls.map(round => round.map(({ input }) => input))).toEqual([
      [{ file_path: 'a.ts' }],
      [{ file_path: 'b.ts' }],
    ])
    expect(text).toMatch(/a\.ts[\s\S]*b\.ts/)
  })

  it('fits its last answer to the output format, and says nothing else', async () => {
    const { answers } = await converse('list the files', {
      request: { output_config: { format: { type: 'json_schema', schema: SCHEMA } } },
    })
    expect(answers[0]?.blocks.map(({ type }) => type)).toEqual(['thinking', 'tool_use'])
    const last = answers[1]?.blocks[0] as { readonly text: string }
    expect(JSON.parse(last.text)).toMatchObject({
      answer: expect.stringMatching(/done/),
      count: 3,
      kind: 'a',
    })
  })
})
