import { describe, expect, it } from 'vitest'
import { createPalette } from '../terminal/screen.ts'
import { formatMenu } from './completion-menu.ts'

const screen = { width: 60, palette: createPalette(false) }
const menu = (...rows: readonly (readonly [string, string])[]): readonly string[] =>
  formatMenu(
    rows.map(([label, detail]) => ({ text: label, label, detail })),
    0,
    { screen, rows: 8 },
  )

describe('formatMenu', () => {
  it('begins details in one column, and cuts what is called at length before it', () => {
    const lines = menu(
      ['short', '2m · proj'],
      ['a session whose title is much longer than the line is '.repeat(2), '3m'],
    )
    expect(lines.map(line => line.search(/\dm(?: · proj)?$/))).toEqual([49, 49])
    expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(60)
  })

  it('gives what is called half of the line where details are long', () => {
    const [line = ''] = menu([
      '/usage [day|week|month|project|model|session|tool]',
      'what was used '.repeat(9),
    ])
    expect(line).toMatch(/^❯ \/usage \[day\|week.*… {2}what was used/)
  })

  it('gives the whole line to what has no details', () => {
    expect(menu(['folder/'.repeat(7), ''])[0]).toBe(`❯ ${'folder/'.repeat(7)}`)
  })
})
