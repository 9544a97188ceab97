import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { parseGitSettings } from './read-git-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'antiphon-settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The names that git itself finds in a text; null where it refuses it. */
function askGit(text: string): readonly string[] | null {
  const file = join(folder, 'config')
  writeFileSync(file, text)
  const { status, stdout } = spawnSync('git', ['config', '--file', file, '--list', '--name-only', '--null'])
  return status === 0 ? stdout.toString().split('\0').slice(0, -1) : null
}

function namesOf(text: string): readonly string[] | null {
  const settings = parseGitSettings(text)
  return (
    settings?.map(({ section, subsection, name }) =>
      [section, ...(subsection === null ? [] : [subsection]), name].join('.'),
    ) ?? null
  )
}

const pieces = fc.constantFrom(
  ...['[core]', '[Remote "a B"]', '[x.Y]', '[a "q\\"]"]', '[ core ]', '[core', ']', '"', '\\', '\\\\', '='],
  ...['key', 'fsmonitor = x', 'Key="a # b" ; c', 'key = a \\', 'k=v', '# note', ';', ' ', '\t', '\r', '\f'],
  ...[
    '\n',
    '\n',
    '\n',
    '\r\n',
    '\u00a0',
    '\ufeff',
    'ключ = 1',
    'key = "x',
    '1 = 2',
    'a-b',
    'a_b = 1',
    '\u0000',
  ],
)

describe('parseGitSettings', () => {
  it('finds each setting that git finds, or says that it cannot tell', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), parts => {
        const text = parts.join('')
        const [ours, gits] = [namesOf(text), askGit(text)]
        if (ours !== null && gits !== null) expect(ours).toEqual(gits)
      }),
      { numRuns: 300 },
    )
  })

  it('can tell of what people and their tools write', () => {
    const text =
      '\ufeff# mine\r\n[core]\r\n\tbare = false\r\n[branch "a/b"] remote = "origin" ; x\n[user]\n\tname = A; B\n\tsigned\n'
    expect(parseGitSettings(text)).toEqual([
      { section: 'core', subsection: null, name: 'bare', value: 'false' },
      { section: 'branch', subsection: 'a/b', name: 'remote', value: '"origin" ; x' },
      { section: 'user', subsection: null, name: 'name', value: 'A' },
      { section: 'user', subsection: null, name: 'signed', value: null },
    ])
    expect(namesOf(text)).toEqual(askGit(text))
  })

  it.each([
    '[core]\n\tname = a \\\n\tfsmonitor = x\n',
    '[core\n',
    'name = x\n',
    '[core]\n\tä = 1\n',
    '[a]\n\0',
  ])('does not tell of %j', text => expect(parseGitSettings(text)).toBeNull())
})
