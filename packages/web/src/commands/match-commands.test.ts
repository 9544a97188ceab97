import { describe, expect, it } from 'vitest'
import { findCommandQuery } from './find-command-query.ts'
import { matchCommands } from './match-commands.ts'

const command = (
  name: string,
  description = '',
): { name: string; description: string; argumentHint: string } => ({
  name,
  description,
  argumentHint: '',
})

describe('findCommandQuery', () => {
  it.each([
    ['/', 1, ''],
    ['/comp', 5, 'comp'],
    ['/comp keep', 5, 'comp'],
    ['/team:rev', 9, 'team:rev'],
    ['/评审', 3, '评审'],
  ])('finds what was typed of a name: %s', (text, caret, query) => {
    expect(findCommandQuery(text, caret)).toBe(query)
  })

  it.each([
    ['', 0],
    ['say /comp', 9],
    ['/usr/bin', 8],
    ['/comp keep', 10],
    ['/comp', 2],
  ])('finds nothing in %j at %i', (text, caret) => {
    expect(findCommandQuery(text, caret)).toBe(undefined)
  })
})

describe('matchCommands', () => {
  const all = [
    command('clear', 'Forget'),
    command('compact', 'Sum up'),
    command('team:review', 'Reviews a file'),
  ]

  it('shows everything at first, and then what begins so before what contains it', () => {
    expect(matchCommands('', all)).toEqual(all)
    expect(matchCommands('C', all).map(({ name }) => name)).toEqual(['clear', 'compact'])
    expect(matchCommands('rev', all).map(({ name }) => name)).toEqual(['team:review'])
    expect(matchCommands('sum', all).map(({ name }) => name)).toEqual(['compact'])
    expect(matchCommands('nothing', all)).toEqual([])
  })
})
