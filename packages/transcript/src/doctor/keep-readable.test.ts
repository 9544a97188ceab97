import { decodeLines, type Entry, encodeEntry } from '@antiphon/core'
import { answer, prompt } from '@antiphon/core/testing/log-builder'
import { describe, expect, it } from 'vitest'
import { diagnose } from './diagnose.ts'
import { repairLog } from './repair-log.ts'

const log = (...entries: readonly unknown[]): Buffer =>
  Buffer.from(entries.map(entry => encodeEntry(entry as Entry)).join(''))
const say = (entry: object, content: unknown): unknown => ({
  ...entry,
  message: { ...('message' in entry && typeof entry.message === 'object' ? entry.message : {}), content },
})

describe('a fix', () => {
  it.each([
    ['the second is longer', log(say(prompt('a', null), 'first'), say(prompt('a', null), 'quite another'))],
    ['the first is longer', log(say(prompt('a', null), 'quite another'), say(prompt('a', null), 'first'))],
    [
      'somebody answered between them',
      log(say(prompt('a', null), 'first'), answer('b', 'a'), say(prompt('a', null), 'quite another')),
    ],
    [
      'they are answers of one request',
      log(
        prompt('p', null),
        say(answer('a', 'p'), [{ type: 'text', text: 'first' }]),
        say(answer('a', 'p'), [{ type: 'text', text: 'quite another' }]),
      ),
    ],
    [
      'they are of different types',
      log(
        prompt('p', null),
        say(prompt('a', 'p'), 'first'),
        say(answer('a', 'p'), [{ type: 'text', text: 'quite another' }]),
      ),
    ],
  ])('keeps both of two lines with one uuid and other words: %s', (_, bytes) => {
    const { bytes: fixed, changes } = repairLog(bytes)
    expect(changes.filter(({ action }) => action === 'removed')).toEqual([])
    const entries = decodeLines(fixed).flatMap(line => (line.kind === 'entry' ? [line.entry] : []))
    expect(entries).toHaveLength(decodeLines(bytes).length)
    expect(new Set(entries.map(entry => ('uuid' in entry ? entry.uuid : null))).size).toBe(entries.length)
    for (const words of ['first', 'quite another']) expect(JSON.stringify(entries)).toContain(words)
    expect(diagnose(bytes).counts['uuid-collision']).toBeGreaterThan(0)
    expect(repairLog(fixed).changes).toEqual([])
  })

  it('drops a copy, and a version whose words all stand in another one', () => {
    const whole = say(answer('b', 'a'), [{ type: 'text', text: 'All of it.' }])
    const part = say(answer('b', 'a'), [{ type: 'text', text: 'All' }])
    const { bytes } = repairLog(log(prompt('a', null), part, whole, whole))
    expect(Buffer.from(bytes).equals(log(prompt('a', null), whole))).toBe(true)
  })
})
