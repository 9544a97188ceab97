import { describe, expect, it } from 'vitest'
import { createPalette } from '../terminal/screen.ts'
import { textWidth } from '../terminal/text-width.ts'
import { formatHelp } from './format-help.ts'
import { REPL_CHINESE } from './repl-chinese.ts'
import { REPL_ENGLISH } from './repl-english.ts'

const screen = (width: number) => ({ width, palette: createPalette(false) })
const commands = [
  { name: 'help', description: 'List the commands that there are' },
  { name: 'mcp__server__with-a-long-name', description: 'Does this \u001b[31mor that, and more of it' },
]

describe('formatHelp', () => {
  it('keeps keys and words in two columns, on 40 columns, too, without breaking a word', () => {
    for (const texts of [REPL_ENGLISH, REPL_CHINESE])
      for (const width of [39, 60, 120]) {
        const lines = formatHelp(texts, commands, screen(width))
        expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(width)
      }
    const lines = formatHelp(REPL_ENGLISH, commands, screen(39)).join('\n')
    expect(lines).toContain('  /help          List the commands that\n                 there are')
    expect(lines).toContain('  /mcp__server__with-a-long-name\n                 Does this or that, and')
    expect(lines).toMatch(/^ {2}Ctrl-T {5}show or hide the list of\n {13}tasks$/m)
  })
})
