import { describe, expect, it } from 'vitest'
import { shortenChange } from './compute-doctor-report.ts'

function change(before: string | null, after: string | null) {
  const toBytes = (text: string | null): Uint8Array | null => (text === null ? null : Buffer.from(text))
  const action = before === null ? 'added' : after === null ? 'removed' : 'rewritten'
  const { before: was, after: is } = shortenChange({
    action,
    line: 1,
    offset: 0,
    before: toBytes(before),
    after: toBytes(after),
  })
  return [was, is]
}

const rest = 'x'.repeat(500)

describe('shortenChange', () => {
  it('shows the head of a line that is gone, and of one that is new', () => {
    expect(change(`gone${rest}\n`, null)).toEqual([`gone${'x'.repeat(156)}…`, null])
    expect(change(null, 'new\n')).toEqual([null, 'new'])
  })

  it('shows of a rewritten line where it differs', () => {
    const [was, is] = change(`${rest}"parent":"a"${rest}\n`, `${rest}"parent":"bcd"${rest}\n`)
    expect(was).toBe(`…${'x'.repeat(14)}"parent":"a"${'x'.repeat(23)}…`)
    expect(is).toBe(`…${'x'.repeat(14)}"parent":"bcd"${'x'.repeat(23)}…`)
  })

  it('shows where all that changed is that the line was ended', () => {
    expect(change('{"a":1}', '{"a":1}\n')).toEqual(['{"a":1}', '{"a":1}⏎'])
  })

  it('shows a field that was put in, where what follows looks like it', () => {
    expect(change('{"a":1}\n', '{"uuid":"a","a":1}\n')).toEqual(['{"a":1}', '{"uuid":"a","a":1}'])
  })

  it('takes bytes that are no text', () => {
    const before = new Uint8Array([0xff, 0x00, 0x80])
    const short = shortenChange({ action: 'removed', line: 1, offset: 0, before, after: null })
    expect(short.before).toBe('\ufffd\0\ufffd')
  })
})
