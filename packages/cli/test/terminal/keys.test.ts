import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withReason } from '../../../transcript/test/process/requirements.ts'
import { REPL_CHINESE } from '../../src/chat/repl-chinese.ts'
import { REPL_ENGLISH } from '../../src/chat/repl-english.ts'
import { CLOSING, STEPS } from '../../src/chat/transcript-view.ts'
import { BINDINGS } from '../../src/editor/bindings.ts'
import { NO_TMUX, setUpTerminals, type TestTerminal } from './terminal-kit.ts'

const start = setUpTerminals()

/** Keys by their names in tmux, or what a terminal with the keys of kitty sends. */
type Keys = readonly string[]

async function press(terminal: TestTerminal, keys: Keys): Promise<void> {
  for (const key of keys) await (key.startsWith('\u001b') ? terminal.type(key) : terminal.press(key))
}

/** What is pressed behind some words, and what is written then, with an `X` where the cursor went. */
type EditCase = { readonly words?: string; readonly keys: Keys; readonly written: string }

const SENTENCE = 'one two three'
const fromStart = (...keys: Keys): Keys => ['C-a', ...keys]

const EDIT_CASES: Readonly<Record<string, EditCase>> = {
  left: { keys: ['Left'], written: 'one two threXe' },
  'ctrl+b': { keys: ['C-b'], written: 'one two threXe' },
  right: { keys: fromStart('Right'), written: 'oXne two three' },
  'ctrl+f': { keys: fromStart('C-f'), written: 'oXne two three' },
  'alt+left': { keys: ['M-Left'], written: 'one two Xthree' },
  'ctrl+left': { keys: ['C-Left'], written: 'one two Xthree' },
  'alt+b': { keys: ['M-b'], written: 'one two Xthree' },
  'alt+right': { keys: fromStart('M-Right'), written: 'oneX two three' },
  'ctrl+right': { keys: fromStart('C-Right'), written: 'oneX two three' },
  'alt+f': { keys: fromStart('M-f'), written: 'oneX two three' },
  home: { keys: ['Home'], written: 'Xone two three' },
  'ctrl+a': { keys: ['C-a'], written: 'Xone two three' },
  end: { keys: fromStart('End'), written: 'one two threeX' },
  'ctrl+e': { keys: fromStart('C-e'), written: 'one two threeX' },
  'ctrl+home': { keys: ['C-j', 'C-Home'], written: 'Xone two three\n' },
  'alt+<': { keys: ['C-j', 'M-<'], written: 'Xone two three\n' },
  'ctrl+end': { keys: ['C-j', 'C-Home', 'C-End'], written: 'one two three\n  X' },
  'alt+>': { keys: ['C-j', 'C-Home', 'M->'], written: 'one two three\n  X' },
  up: { keys: ['C-j', 'Up'], written: 'Xone two three\n' },
  'ctrl+p': { keys: ['C-j', 'C-p'], written: 'Xone two three\n' },
  down: { keys: ['C-j', 'C-Home', 'Down'], written: 'one two three\n  X' },
  'ctrl+n': { keys: ['C-j', 'C-Home', 'C-n'], written: 'one two three\n  X' },
  backspace: { keys: ['BSpace'], written: 'one two threX' },
  'ctrl+h': { keys: ['\u001b[104;5u'], written: 'one two threX' },
  'shift+backspace': { keys: ['\u001b[127;2u'], written: 'one two threX' },
  delete: { keys: fromStart('DC'), written: 'Xne two three' },
  'ctrl+d': { keys: fromStart('C-d'), written: 'Xne two three' },
  'alt+backspace': { keys: ['M-BSpace'], written: 'one two X' },
  'ctrl+backspace': { keys: ['\u001b[127;5u'], written: 'one two X' },
  'ctrl+w': { keys: ['C-w'], written: 'one two X' },
  'alt+d': { keys: fromStart('M-d'), written: 'X two three' },
  'ctrl+u': { keys: ['M-b', 'C-u'], written: 'Xthree' },
  'ctrl+k': { keys: ['M-b', 'C-k'], written: 'one two X' },
  'ctrl+y': { keys: ['C-w', 'C-a', 'C-y'], written: 'threeXone two ' },
  'ctrl+_': { keys: ['C-w', 'C-_'], written: 'one two threeX' },
  'alt+z': { keys: ['C-w', 'M-z'], written: 'one two threeX' },
  'alt+Z': { keys: ['C-w', 'C-_', 'M-Z'], written: 'one two X' },
  'ctrl+t': { words: 'ab', keys: ['C-t'], written: 'baX' },
}

describe.skipIf(NO_TMUX !== null)(withReason('keys in a terminal', NO_TMUX), () => {
  it('edit as in emacs and in shells: every key that is bound, Ctrl-_ and Alt-Shift-Z too', async () => {
    expect(Object.keys(EDIT_CASES).toSorted()).toEqual([...BINDINGS.keys()].toSorted())
    const { open } = await start()
    const terminal = await open()
    await terminal.until('? for keys')
    for (const { words = SENTENCE, keys, written } of Object.values(EDIT_CASES)) {
      await terminal.type(words)
      await press(terminal, keys)
      await terminal.type('X')
      const [first = '', second] = written.split('\n')
      const shown = second === undefined ? first : `${first.trimEnd()}\n${second}`
      await terminal.until(new RegExp(`^› ${quotePattern(shown.trimEnd())} *$`, 'm'))
      await terminal.press('C-c')
      await terminal.until(/^›$/m)
    }
  })

  it('Esc twice clears what is written, Ctrl-L draws the screen again, and nothing is said', async () => {
    const { open, simulator } = await start()
    const terminal = await open()
    await terminal.until('? for keys')
    await terminal.type('not this')
    await terminal.until('› not this')
    await terminal.press('Escape')
    await terminal.until('Press Esc again to clear')
    await terminal.press('Escape')
    await terminal.until(/^›$/m)
    await terminal.type('but this')
    await terminal.until('› but this')
    const [before, written] = [await terminal.screen(), terminal.bytes().length]
    await terminal.press('C-l')
    await expect.poll(() => terminal.bytes().slice(written)).toContain('\u001b[2J')
    await terminal.until('› but this')
    expect((await terminal.screen()).trim()).toBe(before.slice(before.indexOf('───')).trim())
    expect(simulator.log.all()).toEqual([])
  })

  it('Ctrl-O and q, Esc, Ctrl-C, Ctrl-D leave the transcript, and every key that goes through it does', async () => {
    const lines = Array.from({ length: 200 }, (_, number) => `Line ${number}.`)
    const { open } = await start(['```', ...lines, '```'].join('\n'))
    const terminal = await open(['tell me all'])
    await terminal.until('Line 199.')
    await terminal.until('? for keys')
    const names: Readonly<Record<string, string>> = {
      ...{ 'page-up': 'PageUp', 'page-down': 'PageDown', up: 'Up', down: 'Down', ' ': 'Space' },
      ...{ escape: 'Escape', 'ctrl+o': 'C-o' },
    }
    const toTmux = (name: string): string => names[name] ?? name.replace('ctrl+', 'C-')
    await terminal.press('C-o')
    for (const [key, step] of STEPS) {
      // From the middle, one goes up as well as down.
      await terminal.press('G')
      await terminal.until('Line 199.')
      const isUp = step === 'page' || step === 1
      if (!isUp) {
        await terminal.press('PageUp')
        await terminal.without('Line 199.')
      }
      const first = readFirst(await terminal.screen())
      await terminal.press(toTmux(key))
      await expect
        .poll(async () => Math.sign(readFirst(await terminal.screen()) - first), { timeout: 30_000 })
        .toBe(isUp ? -1 : 1)
    }
    await terminal.press('g')
    await terminal.until('› tell me all')
    for (const key of CLOSING) {
      await terminal.press(toTmux(key))
      await terminal.until('? for keys')
      expect((await terminal.place()).isOther).toBe(false)
      await terminal.press('C-o')
      await terminal.until('Transcript ·')
    }
  })

  it('each that the help names stands in the title of a case, in both languages', () => {
    const titles = readdirSync(import.meta.dirname)
      .filter(name => name.endsWith('.test.ts'))
      .flatMap(
        name => readFileSync(join(import.meta.dirname, name), 'utf8').match(/ {2}it\(\s*'[^\n]*/g) ?? [],
      )
    const named = (help: typeof REPL_ENGLISH.help): readonly string[] => [
      ...new Set(help.flatMap(row => row.join(' ').match(KEYS) ?? [])),
    ]
    const keys = named(REPL_ENGLISH.help)
    expect(keys.length).toBeGreaterThan(15)
    expect(keys.filter(key => !titles.some(title => listKeys(title).includes(key)))).toEqual([])
    // What is a word there is written as one.
    const told = named(REPL_CHINESE.help)
    expect(keys.filter(key => !told.includes(key))).toEqual(['Backspace'])
  })
})

function listKeys(text: string): readonly string[] {
  return text.match(KEYS) ?? []
}

/** Keys as the help writes them. */
const KEYS =
  /(?:Ctrl|Alt|Shift)(?:-Shift)?-(?:Enter|Tab|[A-Z_])|\\ Enter|\bEnter\b|\bEsc\b|\bTab\b|\bBackspace\b|[↑↓]|(?<= |^)[/@!#](?![\w])/g

/** The first line of the answer that a screen shows. */
function readFirst(screen: string): number {
  return Number(/Line (\d+)\./.exec(screen)?.[1] ?? -1)
}

function quotePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
