import { describe, expect, it } from 'vitest'
import { isPlainAwk } from './read-awk-use.ts'
import { isPlainSed } from './read-sed-use.ts'

describe('a script of sed', () => {
  it.each([
    ...[
      'p',
      '1,5p',
      '$d',
      '/x/d',
      '/x/,/y/p',
      '1~2d',
      's/a/b/g',
      's|a|b|',
      's#a#b#Ig',
      's/[ab]/c/;s/d/e/2p',
      '1{p;d}',
    ],
    ...[
      '/x/!d',
      'y/ab/cd/',
      '1i text',
      '$a more',
      '2q',
      '/a\\/b/p',
      's/a\\/b/c/',
      'N;P;D',
      '1,+3p',
      '/^$/d',
      'a\\\nr.env',
      'v',
      'F',
    ],
  ])('%s is plain', script => {
    expect(isPlainSed(['-n', script, 'file'])).toBe(true)
    expect(isPlainSed(['-e', script, '-e', 'p', 'file'])).toBe(true)
  })

  it.each([
    ...[
      'r.env',
      'R.env',
      '1r .env',
      '/x/r.env',
      'w x',
      'W x',
      '1w x',
      'e',
      '1e ls',
      's/a/b/w x',
      's/a/b/e',
      's/a/b/ge',
    ],
    ...['p;r.env', '1{r.env\n}', '$!r.env', 'a x\\', 's/[/x/;s#]/R/w f#y#', 'sxaxbxe', '\\%x%r.env'],
  ])('%s is not', script => {
    expect(isPlainSed([script, 'file'])).toBe(false)
    expect(isPlainSed([`-e${script}`, 'file'])).toBe(false)
    expect(isPlainSed(['-n', '-e', 'p', '-e', script, 'file'])).toBe(false)
  })

  it('may be changed in place, but not come from a file', () => {
    expect(isPlainSed(['-i.bak', 's/a/b/', 'file'])).toBe(true)
    expect(isPlainSed(['-ni', '--', 'p', 'file'])).toBe(true)
    for (const option of ['-f', '-fx', '-nfx', '--file=x', '--expression=r.env', '-l5x'])
      expect(isPlainSed([option, 'p', 'file']), option).toBe(false)
  })
})

describe('a program of awk', () => {
  it.each(['{ print $1 }', 'NR > 1', '/x/ { n++ } END { print n }', '$1 == "a" || $2 == "b"', '-F:'])(
    '%s reads only its files',
    program => {
      expect(isPlainAwk([program, 'file'], { mayWrite: true })).toBe(true)
    },
  )

  it.each([
    '{ getline x < "f" }',
    'BEGIN { ARGV[1] = "f" }',
    'BEGIN { system("x") }',
    '{ print | "x" }',
    '@include "x"',
    '-fx',
  ])('%s does more', program => {
    expect(isPlainAwk([program, 'file'], { mayWrite: true })).toBe(false)
  })

  it('that may write is not one that only reads', () => {
    expect(isPlainAwk(['{ print > "x" }'], { mayWrite: true })).toBe(true)
    expect(isPlainAwk(['{ print > "x" }'], { mayWrite: false })).toBe(false)
  })
})
