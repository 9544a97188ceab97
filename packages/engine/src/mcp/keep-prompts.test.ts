import { describe, expect, it } from 'vitest'
import { keepPrompts } from './keep-prompts.ts'

const keep = (...items: readonly unknown[]): ReturnType<typeof keepPrompts> =>
  keepPrompts({ items, cutBecause: null })

describe('keepPrompts', () => {
  it('keeps names, arguments and a line of each', () => {
    const listed = {
      name: 'review',
      description: 'Looks\nat it',
      arguments: [{ name: 'file', required: true }],
    }
    expect(keep(listed, listed)).toEqual([
      { name: 'review', description: 'Looks at it', arguments: [{ name: 'file', isRequired: true }] },
    ])
  })

  it('leaves out what is no prompt, and bounds what a server may list', () => {
    expect(keep(null, 7, {}, { name: '' }, { name: 5 }, { name: 'x'.repeat(2000) })).toEqual([])
    expect(keep(...Array.from({ length: 900 }, (_, at) => ({ name: `p${at}` })))).toHaveLength(200)
    const many = Array.from({ length: 90 }, (_, at) => ({ name: `a${at}` }))
    expect(keep({ name: 'p', arguments: [null, ...many] })[0]?.arguments).toHaveLength(20)
    expect(keep({ name: 'p', arguments: 'none', description: '\u001b[2Jx\u{e0041}' })).toEqual([
      { name: 'p', description: 'x', arguments: [] },
    ])
  })
})
