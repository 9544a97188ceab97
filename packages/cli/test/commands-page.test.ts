import { readFileSync } from 'node:fs'
import { COMMAND_TABLE } from '@antiphon/engine'
import { expect, it } from 'vitest'

const page = readFileSync(new URL('../../../docs/commands.md', import.meta.url), 'utf8')

it('docs/commands.md has every command of the table, in its order and words, with what each face does', () => {
  const rows = page
    .split('\n')
    .filter(line => line.startsWith('| `/') && !line.includes('`/name`') && !line.includes('`/mcp__'))
    .map(line => line.split(/(?<!\\)\|/).map(cell => cell.trim().replaceAll('\\|', '|')))
  expect(rows.map(([, call, also, what]) => ({ call, also, what }))).toEqual(
    COMMAND_TABLE.map(({ name, argumentHint, aliases = [], description }) => ({
      call: `\`/${[name, argumentHint].filter(Boolean).join(' ')}\``,
      also: aliases.map(alias => `\`/${alias}\``).join(', '),
      what: description,
    })),
  )
  for (const [, call, , , piped, inWindow] of rows)
    expect(
      [piped, inWindow].every(cell => /\w/.test(cell ?? '')),
      call,
    ).toBe(true)
})

it('every command of the table has its words in Chinese, and a name and other names of its own', () => {
  for (const { description, argumentHint, chinese } of COMMAND_TABLE) {
    expect(chinese.description).toMatch(/\p{Script=Han}/u)
    expect(chinese.argumentHint === '').toBe(argumentHint === '')
    expect(description).toMatch(/^[A-Z].*[^.]$/)
  }
  const names = COMMAND_TABLE.flatMap(({ name, aliases = [] }) => [name, ...aliases])
  expect(new Set(names).size).toBe(names.length)
})
