import { checkApiContract, DEFAULT_MODEL } from '@antiphon/contract'
import { SYNTHETIC_TOOL_RESULT_PLACEHOLDER, type TranscriptEntry } from '@antiphon/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  answered,
  call,
  entry,
  result,
  SAMPLE_ENTRIES,
  said,
  text,
  toSource,
} from '../../test/sample-export.ts'
import { exportTraining, type TrainingOutcome } from './export-training.ts'

function train(entries: Parameters<typeof toSource>[0]): TrainingOutcome {
  return exportTraining(toSource(entries).conversation.messages)
}

function violations(outcome: TrainingOutcome): unknown {
  if (outcome.status === 'refused') return []
  const { messages } = outcome.line
  // It ends with what the model said, so there is nothing to send.
  return checkApiContract({ model: DEFAULT_MODEL, max_tokens: 1024, messages }, {}, { level: 'well-formed' })
}

const ASKED = [
  entry('u1', null, said('Read it.')),
  entry('u2', 'u1', answered('m1', call('toolu_1', 'Read', {}))),
]

describe('exportTraining', () => {
  it('writes what the model read and said, and not the turn that would be added to send it', () => {
    const outcome = train(SAMPLE_ENTRIES)
    expect(outcome).toMatchObject({ status: 'ready' })
    if (outcome.status === 'refused') return
    expect(outcome.line.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
      'assistant',
    ])
    expect(outcome.line.messages.at(-1)?.content).toEqual([text('It is on now.')])
    expect(outcome.text).toBe(`${JSON.stringify(outcome.line)}\n`)
    expect(violations(outcome)).toEqual([])
  })

  it('refuses a history that contains the placeholder, and says where', () => {
    const stored = entry(
      'u3',
      'u2',
      said([{ ...result('toolu_1', SYNTHETIC_TOOL_RESULT_PLACEHOLDER), is_error: true }]),
    )
    expect(train([...ASKED, stored, entry('u4', 'u3', answered('m2', text('Hm.')))])).toEqual({
      status: 'refused',
      refusals: [
        {
          reason: 'placeholder',
          uuid: 'u3',
          detail: `It contains the text "${SYNTHETIC_TOOL_RESULT_PLACEHOLDER}".`,
        },
      ],
    })
  })

  it.each([
    ['inside other words', said([result('toolu_1', `so: ${SYNTHETIC_TOOL_RESULT_PLACEHOLDER}`)])],
    ['in a block of a result', said([result('toolu_1', [text(SYNTHETIC_TOOL_RESULT_PLACEHOLDER)])])],
    [
      'in a result without its call',
      said([result('toolu_1', 'ok'), result('toolu_9', SYNTHETIC_TOOL_RESULT_PLACEHOLDER)]),
    ],
  ])('refuses the placeholder %s', (_, fields) => {
    const outcome = train([...ASKED, entry('u3', 'u2', fields)])
    expect(outcome).toMatchObject({ status: 'refused', refusals: [{ reason: 'placeholder', uuid: 'u3' }] })
  })

  it('refuses a history for which the placeholder would have to be made, and says whose call it is', () => {
    const outcome = train([...ASKED, entry('u3', 'u2', said('Never mind.'))])
    expect(outcome).toMatchObject({
      status: 'refused',
      refusals: [{ reason: 'missing-result', uuid: 'u2' }, {}],
    })
  })

  it('refuses a history in which a tool of the API was cut off', () => {
    const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } }
    const outcome = train([
      entry('u1', null, said('Search.')),
      entry('u2', 'u1', answered('m1', search)),
      entry('u3', 'u2', said('And?')),
    ])
    expect(outcome).toMatchObject({ status: 'refused', refusals: [{ reason: 'missing-result', uuid: 'u2' }] })
  })

  it('takes a history whose placeholder was compacted away', () => {
    const gap = entry('u3', 'u2', said([result('toolu_1', SYNTHETIC_TOOL_RESULT_PLACEHOLDER)]))
    const boundary = {
      ...entry('u4', null, { type: 'system', subtype: 'compact_boundary' }),
      logicalParentUuid: 'u3',
    }
    const rest = [entry('u5', 'u4', said('Go on.')), entry('u6', 'u5', answered('m2', text('Yes.')))]
    expect(train([...ASKED, gap, boundary, ...rest])).toMatchObject({ status: 'ready' })
  })

  it('refuses a history in which the model said nothing', () => {
    expect(train([entry('u1', null, said('Hello?'))])).toMatchObject({
      refusals: [{ reason: 'empty', uuid: null }],
    })
  })

  it('keeps the contract and never lets the placeholder through, whatever the history (law)', () => {
    const words = fc.constantFrom(
      '',
      'a',
      SYNTHETIC_TOOL_RESULT_PLACEHOLDER,
      `<${SYNTHETIC_TOOL_RESULT_PLACEHOLDER}>`,
    )
    const id = fc.constantFrom('toolu_1', 'toolu_2')
    const block = fc.oneof(
      words.map(text),
      id.map(name => call(name, 'Read', {})),
      fc.tuple(id, words).map(([name, content]) => result(name, content)),
      fc.jsonValue(),
    )
    const message = fc.record({
      type: fc.constantFrom('user', 'assistant'),
      content: fc.array(block, { maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(message, { maxLength: 8 }), messages => {
        const history = messages.map(({ type, content }, index) => ({
          type,
          uuid: `u${index}`,
          message: { role: type, id: type === 'assistant' ? `m${index}` : undefined, content },
        }))
        // A file may hold anything.
        const outcome = exportTraining(history as unknown as readonly TranscriptEntry[])
        expect(violations(outcome)).toEqual([])
        if (outcome.status === 'ready') expect(outcome.text).not.toContain(SYNTHETIC_TOOL_RESULT_PLACEHOLDER)
        else expect(outcome.refusals).not.toEqual([])
      }),
      { numRuns: 2000 },
    )
  })
})
