import { writeSync } from 'node:fs'
import type { ReadStream, WriteStream } from 'node:tty'
import type { Io } from '@antiphon/host'
import type { Key } from '../keyboard/key.ts'
import { createKeyReader } from '../keyboard/key-reader.ts'
import type { ScreenSize } from '../terminal/live-screen.ts'
import { createKeyboardProtocol } from './keyboard-protocol.ts'

/** The terminal while keys come one by one. However the process ends, it is left as it was. */
export interface TerminalSession {
  size(): ScreenSize
  write(text: string): void
  /** True while the terminal has not taken what was written. */
  isBusy(): boolean
  /** False while another program has the terminal: what is drawn then is seen by nobody. */
  isOurs(): boolean
  /** Whether to be told when the person looks elsewhere. */
  reportFocus(isWanted: boolean): void
  /** Gives the terminal to another program as it was, and takes it back. */
  lend<T>(work: () => Promise<T>): Promise<T>
  /** Stops this process, as Ctrl-Z does; it goes on here when the person wants it back. */
  stop(): void
  /** Resolves when no answer of the terminal is on its way. */
  settled(): Promise<void>
  end(): void
}

export type TerminalSessionOptions = {
  readonly stdin: ReadStream
  readonly stdout: WriteStream
  readonly env: Io['env']
  readonly onKeys: (keys: readonly Key[]) => void
  readonly onResize: () => void
  /** The terminal is ours again: everything has to be drawn anew. */
  readonly onReturn: () => void
}

/** Takes the terminal. */
export function openTerminal(options: TerminalSessionOptions): TerminalSession {
  const { stdin, stdout, onKeys, onResize, onReturn } = options
  const reader = createKeyReader()
  const keyboard = createKeyboardProtocol(options.env)
  let waiting: NodeJS.Timeout | undefined
  let isOurs = false
  let wantsFocus = false

  function hear(text: string): void {
    clearTimeout(waiting)
    tell(reader.push(text))
    // An escape that nothing follows is the key; over a slow line its sequence may come in pieces.
    if (reader.isWaiting()) waiting = setTimeout(() => tell(reader.flush()), ESCAPE_MS)
  }

  function tell(keys: readonly Key[]): void {
    for (const key of keys) if (key.kind === 'reply' && isOurs) write(keyboard.hear(key.text))
    if (keys.length > 0) onKeys(keys)
  }

  function write(text: string): void {
    if (text !== '' && isOurs) stdout.write(text)
  }

  function take(): void {
    isOurs = true
    stdin.setRawMode(true)
    stdin.resume()
    stdout.write(ENTER + keyboard.enter() + (wantsFocus ? FOCUS_ON : ''))
  }

  function giveBack(): void {
    if (!isOurs) return
    isOurs = false
    try {
      // At the end of a process nothing else is written in time.
      writeSync(STDOUT, keyboard.leave() + LEAVE)
      stdin.setRawMode(false)
    } catch {
      // The terminal is gone.
    }
    stdin.pause()
  }

  function goOn(): void {
    if (isOurs) return
    take()
    onReturn()
  }

  stdin.setEncoding('utf8')
  stdin.on('data', hear)
  stdout.on('resize', onResize)
  process.on('exit', giveBack)
  process.on('SIGCONT', goOn)
  take()
  return {
    size: () => ({ columns: Math.max(10, stdout.columns || 80), rows: Math.max(4, stdout.rows || 24) }),
    write,
    isBusy: () => stdout.writableNeedDrain,
    isOurs: () => isOurs,
    reportFocus(isWanted) {
      if (wantsFocus === isWanted) return
      wantsFocus = isWanted
      if (isOurs) stdout.write(isWanted ? FOCUS_ON : FOCUS_OFF)
    },
    async lend(work) {
      giveBack()
      try {
        return await work()
      } finally {
        goOn()
      }
    },
    stop() {
      giveBack()
      // Whoever started this process waits for the whole group.
      process.kill(0, 'SIGTSTP')
    },
    settled: keyboard.settled,
    end() {
      clearTimeout(waiting)
      giveBack()
      stdin.off('data', hear)
      stdout.off('resize', onResize)
      process.off('exit', giveBack)
      process.off('SIGCONT', goOn)
    },
  }
}

const STDOUT = 1
const ESCAPE_MS = 50
const ESCAPE = '\u001b'
const FOCUS_ON = `${ESCAPE}[?1004h`
const FOCUS_OFF = `${ESCAPE}[?1004l`
/** Pastes are marked. */
const ENTER = `${ESCAPE}[?2004h`
const LEAVE = `${ESCAPE}[?2004l${FOCUS_OFF}${ESCAPE}[?25h${ESCAPE}[0m`
