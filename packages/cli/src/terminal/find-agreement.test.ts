import xterm from '@xterm/headless'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAgreement } from './find-agreement.ts'
import { createLiveScreen } from './live-screen.ts'

const BOLD = '\u001b[1mbold\u001b[22m'

describe('findAgreement', () => {
  it('goes on where a line grew, also behind styles and wide signs', () => {
    expect(findAgreement('some', 'some words')).toEqual({ length: 4, columns: 4 })
    expect(findAgreement(`a ${BOLD} b`, `a ${BOLD} b and c`)).toEqual({ length: BOLD.length + 4, columns: 8 })
    expect(findAgreement('漢字', '漢字 more')).toEqual({ length: 2, columns: 4 })
  })

  it('stops before a style that is open, and before signs of which terminals disagree', () => {
    expect(findAgreement('a \u001b[1mbo\u001b[22m', `a ${BOLD}`)).toEqual({ length: 2, columns: 2 })
    expect(findAgreement('a● b', 'a● bc')).toEqual({ length: 0, columns: 0 })
    expect(findAgreement('e', 'e\u0301x')).toEqual({ length: 0, columns: 0 })
  })

  it('shows a line as if nothing had stood there before', async () => {
    const part = fc.constantFrom(
      ...['a', 'b ', 'words', '漢', '字', '●', 'e\u0301', '👍', BOLD, '\u001b[38;5;77mgreen\u001b[39m'],
      ...[
        '\u001b[1m\u001b[36mboth\u001b[39m\u001b[22m',
        '\u001b]8;;https://x.test/\u001b\\link\u001b]8;;\u001b\\',
      ],
    )
    const line = fc.array(part, { maxLength: 5 }).map(parts => parts.join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 2, maxLength: 6 }), async lines => {
        const region = createLiveScreen({ columns: 60, rows: 5 })
        const outputs = lines.map(one => region.draw({ lines: [one] }))
        expect(await readCells(outputs.join(''))).toEqual(await readCells(lines.at(-1) ?? ''))
      }),
      { numRuns: 300 },
    )
  })
})

/** The signs of the first row with their looks, without blanks at its end. */
async function readCells(output: string): Promise<readonly string[]> {
  const terminal = new xterm.Terminal({ cols: 60, rows: 5, allowProposedApi: true })
  await new Promise<void>(resolve => terminal.write(output, resolve))
  const line = terminal.buffer.active.getLine(0)
  const cells = Array.from({ length: 60 }, (_, column) => {
    const cell = line?.getCell(column)
    return cell
      ? `${cell.getChars() || ' '} ${cell.isBold()} ${cell.getFgColorMode()} ${cell.getFgColor()}`
      : ''
  })
  return cells.slice(0, cells.findLastIndex(cell => !cell.startsWith('  ')) + 1)
}
