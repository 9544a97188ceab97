import { decodeLines } from '@antiphon/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesBackwards, linesForwards } from './line-chunks.ts'

const PARTS = [
  '{"a":1}',
  '{"b":"灯塔"}',
  '\ufeff{"c":"é"}',
  '\n',
  '\r\n',
  '\ufeff',
  '{"cut":"é',
  '[1]',
  ' ',
  '\0',
]
const bytes = fc
  .array(
    fc.oneof(
      fc.constantFrom(...PARTS).map(part => Buffer.from(part)),
      fc.constant(Buffer.of(0xff)),
    ),
    {
      maxLength: 12,
    },
  )
  .map(parts => Buffer.concat(parts))

describe('the lines of a chunk', () => {
  it('are what the codec makes of them, in UTF-8 or not, with marks of byte order or without', () => {
    fc.assert(
      fc.property(bytes, content => {
        const expected = decodeLines(content, { offset: 7 })
        expect([...linesForwards({ bytes: content, offset: 7 })].map(plain)).toEqual(expected.map(plain))
        const backwards = [...linesBackwards({ bytes: content, offset: 7 })].reverse()
        expect(backwards.map(plain)).toEqual(expected.map(plain))
      }),
    )
  })
})

function plain({ raw: _, ...line }: ReturnType<typeof decodeLines>[number]): unknown {
  return line
}
