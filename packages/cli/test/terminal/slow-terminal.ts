import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import xterm from '@xterm/headless'
import { type HeadlessKit, PATIENCE_MS } from '../headless-kit.ts'
import { EXECUTABLE } from '../spawn-antiphon.ts'

/** Why a pseudo-terminal cannot be had here; null where it can. */
export const NO_SCRIPT: string | null = findScript() ? null : 'script of util-linux is not installed'

function findScript(): boolean {
  const { stdout } = spawnSync('script', ['--version'], { encoding: 'utf8' })
  return /util-linux/.test(stdout ?? '')
}

/** A terminal at the other end of a slow line: what is typed and answered arrives late, what is drawn is seen late. */
export type SlowTerminal = {
  /** Sends bytes in the pieces given, each that many milliseconds behind the one before. */
  readonly send: (pieces: readonly string[], gap?: number) => Promise<void>
  readonly screen: () => string
  readonly until: (what: string | RegExp) => Promise<string>
  /** What was sent to the program, answers of the terminal included. */
  readonly sent: () => string
  readonly close: () => Promise<void>
}

export type SlowTerminalOptions = {
  /** Milliseconds each way. */
  readonly latency: number
  /** The terminal answers no question. */
  readonly isSilent?: boolean
  /** The command that runs the words of another, in a program between it and the terminal. */
  readonly within?: (words: string) => string
  readonly env?: Readonly<Record<string, string>>
}

const [COLUMNS, ROWS] = [90, 30]

/** Runs `antiphon chat` in a pseudo-terminal, then a `cat` that shows what reaches the next program. */
export function openSlowTerminal(
  kit: HeadlessKit,
  argv: readonly string[],
  { latency, isSilent = false, within = words => words, env = {} }: SlowTerminalOptions,
): SlowTerminal {
  const words = [process.execPath, EXECUTABLE, 'chat', ...argv].map(quote).join(' ')
  const command = `stty cols ${COLUMNS} rows ${ROWS}; ${within(words)}; printf 'ENDED %s\\r\\n' $?; exec cat -v`
  const { TMUX: _tmux, STY: _sty, ...outer } = process.env
  const child = spawn('script', ['-qfec', command, '/dev/null'], {
    cwd: kit.folder,
    env: { ...outer, ...BASE, ...kit.env, ...env },
  })
  const emulator = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true, scrollback: 1000 })
  let sent = ''
  const later = (work: () => void): void => void setTimeout(work, latency)
  const type = (text: string): void => {
    sent += text
    later(() => child.stdin.writable && child.stdin.write(text))
  }
  child.stdin.on('error', () => {})
  child.stdout.on('data', (bytes: Buffer) => later(() => emulator.write(bytes)))
  if (!isSilent) {
    emulator.onData(type)
    emulator.parser.registerOscHandler(11, text => {
      if (text !== '?') return false
      type('\u001b]11;rgb:ffff/ffff/ffff\u001b\\')
      return true
    })
  }
  const screen = (): string => {
    const { active } = emulator.buffer
    const lines = Array.from({ length: active.length }, (_, index) => active.getLine(index))
    return lines.map(line => line?.translateToString(true) ?? '').join('\n')
  }
  return {
    ...{ screen, sent: () => sent },
    async send(pieces, gap = 0) {
      for (const piece of pieces) {
        type(piece)
        if (gap > 0) await sleep(gap)
      }
    },
    async until(what) {
      const end = Date.now() + PATIENCE_MS
      for (;;) {
        const text = screen()
        if (typeof what === 'string' ? text.includes(what) : what.test(text)) return text
        if (Date.now() > end) throw new Error(`the screen never showed ${what}:\n${text}`)
        await sleep(20)
      }
    },
    async close() {
      const ended = child.exitCode === null ? once(child, 'exit') : null
      child.kill('SIGHUP')
      // A program between may stay.
      await Promise.race([ended, sleep(5000)])
      child.kill('SIGKILL')
      await ended
      emulator.dispose()
    },
  }
}

const BASE = { LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8', TERM: 'xterm-256color', ANTIPHON_CLAUDE: '/no/claude' }

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
