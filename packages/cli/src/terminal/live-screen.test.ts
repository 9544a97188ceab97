import xterm from '@xterm/headless'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLiveScreen, type LiveFrame, type LiveScreen, type ScreenSize } from './live-screen.ts'

type Screen = {
  readonly region: LiveScreen
  /** Everything that one could scroll back to, without blank lines at its end. */
  readonly text: () => readonly string[]
  readonly write: (output: string) => Promise<void>
  readonly cursor: () => { readonly line: number; readonly column: number }
  readonly resize: (size: ScreenSize) => Promise<void>
}

/** A region on a real terminal's screen. */
function open(size: ScreenSize = { columns: 40, rows: 10 }): Screen {
  const terminal = new xterm.Terminal({
    cols: size.columns,
    rows: size.rows,
    scrollback: 10_000,
    allowProposedApi: true,
  })
  const region = createLiveScreen(size)
  const write = (output: string): Promise<void> => new Promise(resolve => terminal.write(output, resolve))
  const { active } = terminal.buffer
  return {
    region,
    write,
    cursor: () => ({ line: active.baseY + active.cursorY, column: active.cursorX }),
    text() {
      const lines = Array.from(
        { length: active.length },
        (_, line) => active.getLine(line)?.translateToString(true).trimEnd() ?? '',
      )
      return lines.slice(0, lines.findLastIndex(line => line !== '') + 1)
    },
    async resize(next) {
      terminal.resize(next.columns, next.rows)
      await write(region.resize(next))
    },
  }
}

/** Without styles. */
function plain(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: styles are made of them
  return line.replaceAll(/\u001b\[\d*m/g, '')
}

describe('createLiveScreen', () => {
  it('shows the lines as they are now, with what was printed above them', async () => {
    const { region, write, text } = open()
    await write(region.draw({ lines: ['working', '> '] }))
    await write(region.print(['first', 'second']))
    await write(region.draw({ lines: ['still working', 'more', '> '] }))
    expect(text()).toEqual(['first', 'second', 'still working', 'more', '>'])
    await write(region.draw({ lines: ['> '] }))
    expect(text()).toEqual(['first', 'second', '>'])
  })

  it('writes only the lines that differ', () => {
    const region = createLiveScreen({ columns: 40, rows: 10 })
    region.draw({ lines: ['a long line that stays', 'x'] })
    const output = region.draw({ lines: ['a long line that stays', 'y'] })
    expect(output).toContain('y')
    expect(output).not.toContain('a long line')
  })

  it('puts the cursor where one writes', async () => {
    const { region, write, cursor } = open()
    await write(region.print(['above']))
    await write(region.draw({ lines: ['one', '> text', 'status'], cursor: { line: 1, column: 4 } }))
    expect(cursor()).toEqual({ line: 2, column: 4 })
  })

  it('keeps below the height of the screen, and shows the end', async () => {
    const { region, write, text } = open({ columns: 40, rows: 5 })
    await write(region.draw({ lines: Array.from({ length: 12 }, (_, line) => `line ${line}`) }))
    expect(text()).toEqual(['line 8', 'line 9', 'line 10', 'line 11'])
  })

  it('cuts lines that are too wide, colours and wide signs included', async () => {
    const { region, write, text } = open({ columns: 10, rows: 5 })
    await write(region.draw({ lines: ['\u001b[31m0123456789abc\u001b[0m', '漢字漢字漢字'] }))
    expect(text()).toEqual(['01234567…', '漢字漢字…'])
  })

  it('never changes what was printed, whatever is drawn, printed and in whatever size', async () => {
    const line = fc.constantFrom('', 'short', 'x'.repeat(60), '漢字'.repeat(20), '\u001b[1mbold\u001b[0m')
    const step = fc.oneof(
      fc.record({ draw: fc.array(line, { maxLength: 15 }) }),
      fc.record({
        print: fc.array(fc.constantFrom('alpha', 'beta', 'gamma'), { minLength: 1, maxLength: 6 }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 20 }),
        fc.integer({ min: 3, max: 12 }),
        async (steps, rows) => {
          const { region, write, text } = open({ columns: 30, rows })
          const printed: string[] = []
          for (const step of steps) {
            if ('draw' in step) await write(region.draw({ lines: step.draw }))
            else {
              printed.push(...step.print)
              await write(region.print(step.print))
            }
            expect(text().slice(0, printed.length)).toEqual(printed)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('shows exactly what was printed and what is live, also where lines move, grow and become printed ones', async () => {
    const line = fc.constantFrom('', 'a', 'ab', 'abc', 'abcd', '漢', '漢a', '\u001b[1ma\u001b[0m')
    const frame = fc.record({
      lines: fc.array(line, { maxLength: 9 }),
      cursor: fc.option(fc.nat(8), { nil: undefined }),
    })
    const step = fc.record({ frame, heads: fc.nat(4), print: fc.array(line, { maxLength: 3 }) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 20 }),
        fc.integer({ min: 3, max: 12 }),
        async (steps, rows) => {
          const { region, write, text } = open({ columns: 30, rows })
          const printed: string[] = []
          let before: readonly string[] = []
          for (const { frame, heads, print } of steps) {
            const { lines } = frame
            const cursor =
              frame.cursor !== undefined && frame.cursor < lines.length
                ? { line: frame.cursor, column: 1 }
                : undefined
            // Often what was live at the top is what is over, and the rest stays below it.
            const over = heads > 0 ? before.slice(0, heads) : print
            printed.push(...over)
            await write(region.print(over, { lines, ...(cursor && { cursor }) }))
            before = lines.slice(-Math.max(1, rows - 1))
            const shown = [...printed, ...before].map(plain)
            expect(text()).toEqual(shown.slice(0, shown.findLastIndex(one => one !== '') + 1))
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('moves what stands below new lines, goes on with a line that grew, and prints nothing twice', () => {
    const region = createLiveScreen({ columns: 40, rows: 10 })
    const below = ['─'.repeat(30), '> ', 'status']
    const cursor = (line: number): Pick<LiveFrame, 'cursor'> => ({ cursor: { line, column: 2 } })
    const draw = (...lines: readonly string[]): string =>
      region.draw({ lines: [...lines, ...below], ...cursor(lines.length + 1) })
    draw('some words')
    expect(draw('some words', 'more')).not.toMatch(/─|status|some/)
    expect(draw('some words', 'more of it')).toMatch(/ of it/)
    expect(draw('some words', 'more of it, too')).not.toMatch(/more/)
    const printed = region.print(['some words'], {
      lines: ['more of it, too', ...below],
      ...cursor(2),
    })
    expect(printed).toBe('')
  })

  it('draws itself anew at another size and leaves what is above alone', async () => {
    const { region, write, text, resize } = open({ columns: 40, rows: 10 })
    await write(region.print(['above']))
    await write(region.draw({ lines: ['x'.repeat(30), '> '], cursor: { line: 1, column: 2 } }))
    for (const columns of [20, 35, 12, 60, 40]) await resize({ columns, rows: 10 })
    expect(text()).toEqual(['above', 'x'.repeat(30), '>'])
  })
})
