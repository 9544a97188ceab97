import { describe, expect, it } from 'vitest'
import { createOutputTail } from './output-tail.ts'

describe('createOutputTail', () => {
  it('gives all of a short output, as often as it is asked', () => {
    const tail = createOutputTail()
    expect(tail.read()).toEqual({ output: '', totalBytes: 0, isTruncated: false })
    tail.write(Buffer.from('one\n'))
    tail.write(Buffer.from('two\n'))
    for (const _ of [1, 2])
      expect(tail.read()).toEqual({ output: 'one\ntwo\n', totalBytes: 8, isTruncated: false })
  })

  it('keeps the end of a long one, and no half characters', () => {
    const tail = createOutputTail(5)
    tail.write(Buffer.from('begin '))
    tail.write(Buffer.from('äöü'))
    expect(tail.read()).toEqual({ output: 'öü', totalBytes: 12, isTruncated: true })
  })
})
