import { createInterface } from 'node:readline'
import { stripControl } from '@antiphon/core/ui'
import type { PressedKey } from '../keyboard/key.ts'
import { openBrowser } from '../window/open-browser.ts'
import { listProblems } from './list-problems.ts'
import { planChatAgent } from './open-chat-agent.ts'
import { createOpenQuestions } from './open-questions.ts'
import type { Panel } from './panel.ts'
import type { ReplOptions } from './repl-options.ts'
import { createScrollback } from './scrollback.ts'
import { openTalk, type Talk } from './talk.ts'

/** The same talk for whoever has lines read aloud: each is written once and whole, and nothing is drawn again. */
export async function runPlainRepl(options: ReplOptions): Promise<void> {
  const { io, wish, streams } = options
  // Nobody presses single keys here.
  const texts = { ...options.texts, ...options.texts.plain }
  const scrollback = createScrollback('words')
  const lines = createInterface({ input: streams.stdin, output: streams.stdout, prompt: '> ' })
  let talk: Talk | null = null
  let asked: Panel | null = null
  let isRunning = false
  let finish = (): void => {}
  const ended = new Promise<void>(resolve => {
    finish = resolve
  })
  const questions = createOpenQuestions({
    texts,
    cwd: () => wish.cwd,
    onChange: () => {},
    openPage: url => openBrowser(url, { platform: process.platform, env: io.env }),
    onStop: () => talk?.wish({ subtype: 'interrupt' }),
  })

  function write(some: readonly string[]): void {
    for (const line of some) streams.stdout.write(`${line}\n`)
  }

  function show(): void {
    if (!talk) return
    const state = talk.state()
    const screen = options.screen(streams.stdout.columns || 80)
    const wasRunning = isRunning
    isRunning = state.phase === 'running'
    const told = scrollback.advance({
      turns: talk.turns(),
      ...{ tail: [], isRunning, isBehind: true, screen, mostLive: Number.POSITIVE_INFINITY },
      options: { cwd: wish.cwd },
    })
    write(told.lines)
    questions.follow(talk)
    const panel = questions.panel()
    if (panel && panel !== asked) ask(panel)
    asked = panel
    if (state.trouble) {
      write([stripControl(state.trouble.words)])
      talk.dispatch({ kind: 'troubled', trouble: null })
    }
    if (wasRunning && !isRunning) lines.prompt()
  }

  function ask(panel: Panel): void {
    const screen = options.screen(streams.stdout.columns || 80)
    write(panel.frame({ screen, rows: Number.MAX_SAFE_INTEGER }).lines)
  }

  /** Numbers choose, and words go along with what was chosen; what is left when that was an answer belongs to no other question. */
  function answer(panel: Panel, line: string): void {
    const { numbers, words } = splitAnswer(line)
    const step = panel.step?.()
    const isAnswered = (): boolean => !isStillAsked(panel) || panel.step?.() !== step
    for (const [index, digit] of numbers.entries()) {
      panel.key(press('text', digit))
      const rest = [...numbers.slice(index + 1), words].join(' ').trim()
      if (isAnswered()) {
        askNext(panel, rest)
        return
      }
    }
    if (words !== '') panel.key({ kind: 'paste', text: words })
    if (!isAnswered()) panel.key(press('enter', ''))
    askNext(panel, '')
  }

  /** It has another question behind that, or wants another answer. */
  function askNext(panel: Panel, leftOver: string): void {
    if (leftOver !== '') write([texts.plain.leftOver(stripControl(leftOver))])
    if (isStillAsked(panel)) ask(panel)
  }

  function isStillAsked(panel: Panel): boolean {
    if (talk) questions.follow(talk)
    return questions.panel() === panel
  }

  function hear(line: string): void {
    if (asked) {
      answer(asked, line)
      show()
    } else if (/^\/(?:exit|quit)\s*$/.test(line)) lines.close()
    else if (line.trim() === '') lines.prompt()
    else void talk?.send(line)
  }

  lines.on('line', hear)
  lines.on('close', finish)
  lines.on('SIGINT', () => {
    if (talk?.state().phase === 'running') talk.wish({ subtype: 'interrupt' })
    else lines.close()
  })
  io.signal.addEventListener('abort', () => lines.close())
  write([...options.banner, texts.starting])
  const openAgent = await planChatAgent(wish, options)
  talk = await openTalk({ openAgent, onChange: show, onBroken: () => lines.close() })
  write(listProblems(talk, texts))
  show()
  lines.prompt()
  if (options.prompt !== '') await talk.send(options.prompt)
  await ended
  const standing = talk.standing()
  await talk.end()
  await options.onLeft(standing, talk.turns().length > 0)
}

/** The numbers that a line begins with, and the words behind them. */
function splitAnswer(line: string): { readonly numbers: readonly string[]; readonly words: string } {
  const [, numbers = '', words = ''] = /^((?:\d\s*)*)(.*)$/.exec(line.trim()) ?? []
  return { numbers: [...numbers.replace(/\s/g, '')], words }
}

function press(name: PressedKey['name'], text: string): PressedKey {
  return { kind: 'key', name, text, ctrl: false, alt: false, shift: false }
}
