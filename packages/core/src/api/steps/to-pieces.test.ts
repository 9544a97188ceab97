import { describe, expect, it } from 'vitest'
import { attachment, localCommand, text, user } from '../../testing/history-builder.ts'
import { rulesOf } from '../../testing/normalize-log.ts'
import { createSource } from '../exchange.ts'
import type { Repair } from '../repair.ts'
import { toPieces } from './to-pieces.ts'

function pieces(message: Readonly<Record<string, unknown>>) {
  const repairs: Repair[] = []
  const source = createSource(message, 3)
  const made = toPieces(source, repair => repairs.push(repair))
  expect(made.every(piece => piece.source === source)).toBe(true)
  return { blocks: made.map(({ block }) => block), system: made.map(piece => piece.system ?? false), repairs }
}

describe('toPieces', () => {
  it('makes a text block of a string, and gives blocks as they are', () => {
    const block = text('y')
    expect(pieces(user('x'))).toEqual({ blocks: [text('x')], system: [false], repairs: [] })
    expect(pieces(user([block])).blocks[0]).toBe(block)
  })

  it('lets a local command and an attachment speak as the user', () => {
    expect(pieces(localCommand('$ ls')).blocks).toEqual([text('$ ls')])
    expect(pieces(attachment({ type: 'memory', content: 'tabs' })).blocks).toEqual([
      { type: 'text', text: expect.stringMatching(/^<system-reminder>\n[\s\S]*tabs/) },
    ])
  })

  it('lets what was addressed to the model as a system turn speak as one', () => {
    const turn = { type: 'system', message: { role: 'system', content: 'mind the gap' } }
    expect(pieces(turn)).toMatchObject({ blocks: [text('mind the gap')], system: [true] })
    const rendered = { rendered: [{ content: 'as it was sent' }], renderedRole: 'system' }
    expect(pieces({ ...attachment({ type: 'memory', content: 'x' }), ...rendered })).toMatchObject({
      blocks: [text('as it was sent')],
      system: [true],
    })
  })

  it('reports an attachment that is not for the model', () => {
    const { blocks, repairs } = pieces(attachment({ type: 'max_turns_reached', maxTurns: 1, turnCount: 1 }))
    expect(blocks).toEqual([])
    expect(rulesOf(repairs)).toEqual(['SEED-attachment omitted'])
  })

  it('reports an attachment whose type is no text', () => {
    const { repairs } = pieces(attachment({ type: { toString: null } }))
    expect(repairs.map(({ detail }) => detail)).toEqual(['attachment {"toString":null}'])
  })

  it.each([
    [['bare'], [text('bare')]],
    [
      [null, 5, { a: 1 }],
      [text('[null]'), text('[5]'), text('[{"a":1}]')],
    ],
    [7, [text('[7]')]],
    [{ a: 1 }, [text('[{"a":1}]')]],
    [null, []],
    [undefined, []],
  ])('reads the content %j', (content, blocks) => {
    const made = pieces(user(content))
    expect(made.blocks).toEqual(blocks)
    expect(new Set(rulesOf(made.repairs))).toEqual(new Set(['ENV-16 replaced']))
  })
})
