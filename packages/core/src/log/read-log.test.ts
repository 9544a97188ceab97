import { describe, expect, it } from 'vitest'
import { answer, prompt, uuidsOf } from '../testing/log-builder.ts'
import { encodeEntry } from './encode-entry.ts'
import { readLog } from './read-log.ts'

describe('readLog', () => {
  const first = encodeEntry(prompt('a', null))
  const last = encodeEntry(answer('b', 'lost'))

  it('reads a conversation from bytes and reports bad lines and repairs with their places', () => {
    const { messages, report } = readLog(new TextEncoder().encode(`${first}oops\n${last}{"torn`))
    expect(uuidsOf(messages)).toEqual(['a', 'b'])
    expect(report).toEqual([
      { rule: 'bad-line', uuid: null, offset: first.length, detail: 'not-json, 5 bytes' },
      { rule: 'bad-line', uuid: null, offset: first.length + 5 + last.length, detail: 'torn, 6 bytes' },
      {
        rule: 'dangling-parent',
        uuid: 'b',
        offset: first.length + 5,
        detail: 'follows a, the entry before it',
      },
    ])
  })

  it('reads nothing from nothing', () => {
    expect(readLog(new Uint8Array(0))).toMatchObject({ messages: [], leaf: undefined, report: [] })
  })
})
