import { describe, expect, it } from 'vitest'
import { scorePath } from './score-path.ts'

const PATHS = [
  'src/app/user-list.ts',
  'src/user.ts',
  'docs/users/readme.md',
  'src/useful/store.ts',
  'README.md',
]

function sort(typed: string): readonly string[] {
  return PATHS.map(path => ({ path, score: scorePath(path, typed) }))
    .filter(({ score }) => score !== null)
    .toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0))
    .map(({ path }) => path)
}

describe('scorePath', () => {
  it('puts names before folders, and beginnings before middles', () => {
    expect(sort('user')).toEqual([
      'src/user.ts',
      'src/app/user-list.ts',
      'docs/users/readme.md',
      'src/useful/store.ts',
    ])
    expect(sort('readme')[0]).toBe('README.md')
  })

  it('finds letters that are scattered, and words by their beginnings', () => {
    expect(sort('usl')[0]).toBe('src/app/user-list.ts')
    expect(sort('zz')).toEqual([])
  })

  it('takes everything for nothing typed, the shortest first', () => {
    expect(sort('')).toHaveLength(PATHS.length)
    expect(sort('')[0]).toBe('README.md')
  })
})
