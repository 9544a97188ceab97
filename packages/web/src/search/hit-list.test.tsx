import type { SearchHit } from '@antiphon/server/protocol'
import { describe, expect, it } from 'vitest'
import { draw } from '../../test/draw.tsx'
import { makeRow } from '../../test/make-sessions.ts'
import { HitList } from './hit-list.tsx'

const hit = (id: string, seq: number, fields: Partial<SearchHit> = {}): SearchHit => ({
  row: makeRow(id, { title: id === 'none' ? '' : `About ${id}` }),
  ...{ seq, uuid: `u${seq}`, kind: 'prompt', at: null, snippet: 'where is the lamp', marks: [[13, 17]] },
  ...fields,
})

const list = (hits: readonly SearchHit[], query = 'lamp') => draw(<HitList hits={hits} query={query} />)

describe('HitList', () => {
  it('puts hits under their sessions and counts them', () => {
    const drawn = list([hit('a', 1), hit('b', 1), hit('a', 9), hit('none', 1)])
    expect(drawn.each('h2').map(words => words.replace(/antiphon .*ago /, ''))).toEqual([
      'About a 2 hits',
      'About b 1 hit',
      'Untitled session 1 hit',
    ])
  })

  it('marks the words, and leads to their place', () => {
    const drawn = list([hit('a', 7)])
    expect(drawn.each('mark')).toEqual(['lamp'])
    const links = drawn.attributes('a', 'href')
    expect(links[1]).toContain('lamp')
    expect(links[1]).toContain('u7')
    expect(list([hit('a', 7, { uuid: null })]).attributes('a', 'href')[1]).toContain('/-')
  })

  it('draws letters alone, also of a kind that it does not know', () => {
    const drawn = list([hit('a', 1, { kind: '<b>x</b>', snippet: '<i>\u001b[1mlamp</i>', marks: [] })])
    expect(drawn.html).not.toMatch(/<b>|<i>/)
    expect(drawn.text).toContain('<b>x</b>')
  })
})
