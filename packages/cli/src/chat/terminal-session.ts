import { writeSync } from 'node:fs'
import type { ReadStream, WriteStream } from 'node:tty'
import type { Io } from '@antiphon/host'
import type { Key } from '../keyboard/key.ts'
import { createKeyListener, isRemoteTerminal } from '../keyboard/key-listener.ts'
import type { ScreenSize } from '../terminal/live-screen.ts'
import { ASK_KEYBOARD, createKeyboardProtocol } from './keyboard-protocol.ts'
import { createTerminalQuestions } from './terminal-questions.ts'

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
  /** Asks the terminal something, where it can be asked; what it answers comes as a key. */
  ask(question: string): void
  /** Gives the terminal, cleared, to another program as it was, and takes it back. */
  lend<T>(clear: () => string, work: () => Promise<T>): Promise<T>
  /** Stops this process, as Ctrl-Z does; it goes on here when the person wants it back. */
  stop(clear: () => string): Promise<void>
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

// What lies there already is heard at once, on a busy machine a little later.
const AHEAD_MS = 1000
const PASTE = '\u001b[200~'

/** Takes the terminal. */
export function openTerminal(options: TerminalSessionOptions): TerminalSession {
  const { stdin, stdout, onKeys, onResize, onReturn } = options
  const questions = createTerminalQuestions(options.env)
  const keyboard = createKeyboardProtocol()
  const listener = createKeyListener({ onKeys: tell, isRemote: isRemoteTerminal(options.env) })
  let [isOurs, isStopping, wantsFocus] = [false, false, false]
  let hasHeard = false

  function tell(keys: readonly Key[]): void {
    for (const key of keys) if (key.kind === 'reply') hearReply(key.text)
    onKeys(keys)
  }

  /** Enter came as the end of a line where somebody typed before the terminal was ours. */
  function hear(text: string): void {
    const isAhead = !hasHeard && performance.now() - openedAt < AHEAD_MS && !text.includes(PASTE)
    hasHeard = true
    listener.hear(isAhead ? text.replaceAll('\n', '\r') : text)
  }

  function hearReply(reply: string): void {
    if (isOurs) write(keyboard.hear(reply))
    listener.expectSequences(keyboard.isOn())
    questions.hear(reply)
  }

  function write(text: string): void {
    if (text !== '' && isOurs) stdout.write(text)
  }

  function ask(question: string): void {
    if (isOurs) write(questions.ask(question))
  }

  function take(): void {
    isOurs = true
    stdin.setRawMode(true)
    stdin.resume()
    stdout.write(ENTER + keyboard.enter() + (wantsFocus ? FOCUS_ON : ''))
    listener.expectSequences(keyboard.isOn())
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

  /** Leaves nothing on its way that would be typed into the next program. */
  async function handOver(clear: () => string): Promise<void> {
    await questions.settled()
    write(clear())
    giveBack()
  }

  function goOn(): void {
    if (isOurs) return
    take()
    onReturn()
  }

  stdin.setEncoding('utf8')
  const openedAt = performance.now()
  stdin.on('data', hear)
  stdout.on('resize', onResize)
  process.on('exit', giveBack)
  process.on('SIGCONT', goOn)
  take()
  ask(ASK_KEYBOARD)
  return {
    size: () => ({ columns: Math.max(10, stdout.columns || 80), rows: Math.max(4, stdout.rows || 24) }),
    ...{ write, ask },
    isBusy: () => stdout.writableNeedDrain,
    isOurs: () => isOurs,
    reportFocus(isWanted) {
      if (wantsFocus === isWanted) return
      wantsFocus = isWanted
      if (isOurs) stdout.write(isWanted ? FOCUS_ON : FOCUS_OFF)
    },
    async lend(clear, work) {
      await handOver(clear)
      try {
        return await work()
      } finally {
        goOn()
      }
    },
    async stop(clear) {
      // Whoever presses it twice means it once.
      if (isStopping) return
      isStopping = true
      await handOver(clear)
      isStopping = false
      // Whoever started this process waits for the whole group.
      process.kill(0, 'SIGTSTP')
    },
    settled: questions.settled,
    end() {
      listener.end()
      giveBack()
      stdin.off('data', hear)
      stdout.off('resize', onResize)
      process.off('exit', giveBack)
      process.off('SIGCONT', goOn)
    },
  }
}

const STDOUT = 1
const ESCAPE = '\u001b'
const FOCUS_ON = `${ESCAPE}[?1004h`
const FOCUS_OFF = `${ESCAPE}[?1004l`
/** Pastes are marked. */
const ENTER = `${ESCAPE}[?2004h`
const LEAVE = `${ESCAPE}[?2004l${FOCUS_OFF}${ESCAPE}[?25h${ESCAPE}[0m`
