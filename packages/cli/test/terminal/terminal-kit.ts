import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createScriptModel, type ScriptReply, type SimulatedModel } from '@antiphon/simulator'
import { afterEach, expect } from 'vitest'
import { createHeadlessKit, type HeadlessKit, listRefusals, PATIENCE_MS } from '../headless-kit.ts'
import { EXECUTABLE } from '../spawn-antiphon.ts'

const run = promisify(execFile)

/** Why the tests of the terminal cannot run here; null where they can. */
export const NO_TMUX: string | null = findTmux() ? null : 'tmux is not installed'

function findTmux(): boolean {
  try {
    execFileSync('tmux', ['-V'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A real terminal in which our executable runs: keys go in, a screen and what scrolled out of it come out. */
export type TestTerminal = {
  /** Keys by their names in tmux: `Enter`, `Escape`, `C-c`, `M-Enter`, `BTab`. */
  readonly press: (...keys: readonly string[]) => Promise<void>
  /** Letters as somebody types them. */
  readonly type: (text: string) => Promise<void>
  /** What a terminal sends for a paste, marked as one. */
  readonly paste: (text: string) => Promise<void>
  readonly screen: (withStyles?: boolean) => Promise<string>
  /** The screen and everything above it, wrapped lines joined. */
  readonly everything: () => Promise<string>
  /** Waits until the screen shows something; gives the screen. */
  readonly until: (what: string | RegExp) => Promise<string>
  /** Waits until something was shown that was not in `before`, also where it has scrolled out of the screen. */
  readonly shows: (what: string | RegExp, before?: string) => Promise<string>
  /** Waits until it does not any more. */
  readonly without: (what: string | RegExp) => Promise<string>
  readonly resize: (columns: number, rows: number) => Promise<void>
  /** Where the cursor stands, and whether the other screen is shown. */
  readonly place: () => Promise<{ readonly x: number; readonly y: number; readonly isOther: boolean }>
  /** All bytes that were written to the terminal. */
  readonly bytes: () => string
  /** The process of the executable. */
  readonly pid: () => Promise<number>
  readonly close: () => Promise<void>
}

export type TerminalOptions = {
  readonly env?: Readonly<Record<string, string>>
  readonly columns?: number
  readonly rows?: number
  /** What is started in the terminal's shell instead of the executable with these arguments. */
  readonly command?: string
}

/** A folder to work in, a simulator that answers by a script, and terminals. */
export type TerminalKit = HeadlessKit & {
  readonly open: (argv?: readonly string[], options?: TerminalOptions) => Promise<TestTerminal>
}

export async function createTerminalKit(
  replies: readonly ScriptReply[] | SimulatedModel,
): Promise<TerminalKit> {
  const model = 'answer' in replies ? replies : createScriptModel(replies)
  const kit = await createHeadlessKit(model)
  const terminals: TestTerminal[] = []
  return {
    ...kit,
    async open(argv = [], options = {}) {
      const terminal = await openTerminal(kit, argv, options)
      terminals.push(terminal)
      return terminal
    },
    async close() {
      for (const terminal of terminals) await terminal.close()
      await kit.close()
    },
  }
}

/** How a file of tests starts kits: each is closed behind its test, and nothing it sent may have been refused. */
export function setUpTerminals(): (...replies: readonly ScriptReply[]) => Promise<TerminalKit> {
  let kit: TerminalKit | null = null
  afterEach(async () => {
    const old = kit
    kit = null
    if (old) expect(listRefusals(old.simulator)).toEqual([])
    await old?.close()
  })
  return async (...replies) => {
    kit = await createTerminalKit(replies)
    return kit
  }
}

async function openTerminal(
  kit: HeadlessKit,
  argv: readonly string[],
  { env = {}, columns = 90, rows = 30, command }: TerminalOptions,
): Promise<TestTerminal> {
  const base = mkdtempSync(join(tmpdir(), 'antiphon-tmux-'))
  const [socket, output, settings] = [join(base, 'socket'), join(base, 'output'), join(base, 'tmux.conf')]
  writeFileSync(output, '')
  writeFileSync(
    settings,
    [
      'set -g default-terminal xterm-256color',
      'set -g history-limit 100000',
      'set -s escape-time 0',
      // Nobody is attached, and tmux would say so of itself: what a terminal tells is typed by the tests.
      'set -g focus-events off',
      'set -g remain-on-exit on',
      'set -g status off',
      '',
    ].join('\n'),
  )
  const tmux = async (...words: readonly string[]): Promise<string> =>
    (await run('tmux', ['-S', socket, '-f', settings, ...words], { maxBuffer: 64 * 1024 * 1024 })).stdout
  const variables = Object.entries({ ...ENGLISH, ...kit.env, ANTIPHON_CLAUDE: join(base, 'none'), ...env })
  const quoted = [process.execPath, EXECUTABLE, 'chat', ...argv].map(quote).join(' ')
  const start = `cd ${quote(kit.folder)} && env ${variables.map(([name, value]) => quote(`${name}=${value}`)).join(' ')} ${command ?? quoted}; printf 'ENDED %s\\n' $?`
  // What is written is seen as a whole only where the pipe is there before the program.
  const gate = join(base, 'gate')
  await tmux(
    ...['new-session', '-d', '-x', String(columns), '-y', String(rows)],
    `while [ ! -e ${quote(gate)} ]; do sleep 0.02; done; ${start}; exec sh`,
  )
  await tmux('pipe-pane', '-o', `cat >> ${quote(output)}`)
  writeFileSync(gate, '')

  const screen = async (withStyles = false): Promise<string> =>
    tmux('capture-pane', '-p', ...(withStyles ? ['-e'] : []))

  const everything = (): Promise<string> => tmux('capture-pane', '-p', '-J', '-S', '-')

  async function wait(isThere: boolean, what: string | RegExp, look = screen): Promise<string> {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      const text = await look()
      const found = typeof what === 'string' ? text.includes(what) : what.test(text)
      if (found === isThere) return text
      if (Date.now() > end)
        throw new Error(`the screen ${isThere ? 'never showed' : 'kept'} ${what}:\n${await screen()}`)
      await sleep(40)
    }
  }

  return {
    screen,
    async press(...keys) {
      for (const key of keys) {
        await tmux('send-keys', key)
        // Keys that come together could be one of another meaning: Escape and a letter is Alt.
        await sleep(key === 'Escape' ? 80 : 15)
      }
    },
    type: async text => void (await tmux('send-keys', '-l', text)),
    async paste(text) {
      const file = join(base, 'paste')
      writeFileSync(file, text)
      await tmux('load-buffer', file)
      await tmux('paste-buffer', '-p', '-r')
    },
    everything,
    shows: (what, before = '') => wait(true, what, async () => takeNew(before, await everything())),
    until: what => wait(true, what),
    without: what => wait(false, what),
    resize: async (x, y) => void (await tmux('resize-window', '-x', String(x), '-y', String(y))),
    async place() {
      const [x, y, other] = (await tmux('display', '-p', '#{cursor_x} #{cursor_y} #{alternate_on}')).split(
        ' ',
      )
      return { x: Number(x), y: Number(y), isOther: other?.trim() === '1' }
    },
    bytes: () => readFileSync(output, 'utf8'),
    async pid() {
      const shell = (await tmux('display', '-p', '#{pane_pid}')).trim()
      // Its only child; a machine need not have `ps`.
      const children = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim().split(' ')
      return Number(children.at(-1))
    },
    async close() {
      await tmux('kill-server').catch(() => undefined)
      rmSync(base, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** What a text has behind the lines that it shares with another. */
function takeNew(before: string, now: string): string {
  const other = before.split('').findIndex((letter, at) => letter !== now[at])
  return now.slice(now.lastIndexOf('\n', other === -1 ? before.length : other) + 1)
}

const ENGLISH = { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
