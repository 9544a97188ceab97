import { describe, expect, it } from 'vitest'
import { readSedScript, readSedUse } from './read-sed-use.ts'

describe('a script of sed', () => {
  it.each([
    'p',
    '5,10p',
    '$!N;P;D',
    's/a/b/g',
    's,a/b,c,gI',
    's/[/]/x/2p',
    's/[^/]*$//',
    's/[[:space:]]\\/$/x/',
    'y/abc/xyz/',
    '/begin/,/end/{s/a/b/;d}',
    ':a;N;$!ba;s/\\n/ /g',
    '1~2d',
    '0,/x/I!d',
    '2,+3p',
    'a text; e x',
    'i\\\ne x\\\nw y',
    '# e x\np',
    '10q5',
    'l 20',
    '\\%a/e%p',
  ])('%j changes lines and nothing else', script => {
    expect(readSedScript(script)).toEqual({ runs: false, reads: [], writes: [] })
  })

  it.each([
    'e',
    '1e x',
    '1ex',
    '$!ex',
    '/a/ex',
    '\\,a,ex',
    's/a/b/e',
    's/a/b/ge',
    'sxaxbxe',
    '{e x\n}',
    'a x\ne y',
    '1,3!{p;e x\n}',
  ])('%j runs a program', script => {
    expect(readSedScript(script)?.runs).toBe(true)
  })

  it.each<[string, string[], string[]]>([
    ['w out', [], ['out']],
    ['1wout;p', [], ['out;p']],
    ['s/a/b/w out\np', [], ['out']],
    ['s/a/b/gpw out', [], ['out']],
    ['r.env', ['.env'], []],
    ['/x/R in\nW out', ['in'], ['out']],
  ])('%j names files', (script, reads, writes) => {
    expect(readSedScript(script)).toEqual({ runs: false, reads, writes })
  })

  it.each(['k', 's/a/b', 's/a/b/k', 'pp', 's\\a\\b\\', 'y/a/b', '1,p', 's/[\\]/x/', 'a\\', 'M', '/a', '}e'])(
    '%j is not understood',
    script => {
      const read = readSedScript(script)
      expect(read === null || read.runs).toBe(true)
    },
  )
})

describe('the words behind sed', () => {
  it('hold one script, or as many as options say', () => {
    expect(readSedUse(['p', 'f'])).toMatchObject({ files: ['f'], runs: false })
    expect(readSedUse(['-n', '-e', 'p', '-ew out', 'f'])).toMatchObject({ files: ['f'], writes: ['out'] })
    expect(readSedUse(['f', '-ne', 'e x'])).toMatchObject({ files: ['f'], runs: true })
    expect(readSedUse(['--expression=e x', 'f'])).toMatchObject({ files: ['f'], runs: true })
    expect(readSedUse(['-i.bak', 's/a/b/', 'f'])).toMatchObject({ isInPlace: true, runs: false })
  })

  it.each([
    ['-f', 'x', 'f'],
    ['-nf', 'x'],
    ['--file=x'],
    ['-k', 'p'],
    ['--fi', 'x'],
    ['p', 'f\0'],
    ['\0', 'f'],
  ])('are not understood: %j %j', (...words) => {
    expect(readSedUse(words)).toBeNull()
  })
})
