import { dropStored, NO_CHAT } from '@antiphon/core/chat'
import { stripControl } from '@antiphon/core/ui'
import type { Key } from '../keyboard/key.ts'
import { createLiveScreen } from '../terminal/live-screen.ts'
import { formatNotice } from '../view/format-speech.ts'
import { wishLastBack, wishNextMode } from './agent-wishes.ts'
import { completeWord } from './complete-words.ts'
import { editOutside } from './external-editor.ts'
import { runLocal } from './local-commands.ts'
import { mergeKeys } from './merge-keys.ts'
import { createNotifier } from './notifier.ts'
import { type AgentWish, planChatAgent } from './open-chat-agent.ts'
import { createOpenQuestions } from './open-questions.ts'
import type { Panel } from './panel.ts'
import type { UnfoldedPrompt } from './pastes.ts'
import { createPromptField } from './prompt-field.ts'
import { findPastedImage, toContent } from './prompt-images.ts'
import { readBranch } from './read-branch.ts'
import { createReplActions } from './repl-actions.ts'
import { composeFrame } from './repl-frame.ts'
import { createReplKeys, TWICE_MS } from './repl-keys.ts'
import type { ReplOptions } from './repl-options.ts'
import { createScrollback } from './scrollback.ts'
import { openStatusCommand, type StatusCommand } from './status-command.ts'
import { formatStatus } from './status-line.ts'
import { openTalk, type Talk } from './talk.ts'
import { openTerminal } from './terminal-session.ts'
import { OTHER_SCREEN, openTranscript, type TranscriptView } from './transcript-view.ts'

/** Talks with an agent in a terminal until the person leaves or is told to. Rejects where no agent can be opened. */
export async function runRepl(options: ReplOptions): Promise<void> {
  const { io, texts, history, settings } = options
  let wish: AgentWish = options.wish
  let conversation: Talk | null = null
  let opening: Promise<Talk | null> = Promise.resolve(null)
  let scrollback = createScrollback()
  let overlay: Panel | null = null
  let transcript: TranscriptView | null = null
  let notice = ''
  let branch: string | null = null
  let ownStatus: StatusCommand | null = null
  let [runningSince, isInterrupting, hasTodos, isEnded] = [0, false, true, false]
  let drawing: NodeJS.Timeout | null = null
  let finish: (error?: unknown) => void = () => {}
  const ended = new Promise<void>((resolve, reject) => {
    finish = error => (error === undefined ? resolve() : reject(error))
  })

  const terminal = openTerminal({
    ...options.streams,
    onKeys: keys => mergeKeys(keys).forEach(hear),
    onResize: drawAnew,
    onReturn: drawAnew,
  })
  const live = createLiveScreen(terminal.size())
  const notifier = createNotifier({ write: terminal.write, settings, texts })
  const questions = createOpenQuestions({ texts, cwd: () => wish.cwd, onChange: refresh, onStop: interrupt })
  const field = createPromptField({
    ...{
      texts,
      history,
      findImage: findPastedImage,
      onChange: refresh,
      onUp: () => field.text() === '' && conversation !== null && wishLastBack(conversation),
    },
    complete: token =>
      completeWord(
        token,
        () => conversation,
        () => opening,
        texts,
      ),
    onSubmit: (prompt, written) => void submit(prompt, written),
  })
  const actions = createReplActions({
    ...{ io, texts, say, warn, reopen, refresh, toggleTodos, setText: field.setText },
    wish: () => wish,
    conversation: () => conversation,
    leave: () => void leave(),
    open(panel) {
      overlay = panel
      refresh()
    },
  })
  const keys = createReplKeys({
    ...{ texts, text: field.text, setText: field.setText, isMenuOpen: field.isOpen },
    ...{ interrupt, toggleTodos, showTranscript, hint },
    ...{ rewind: actions.rewind, help: actions.help },
    isRunning: () => conversation?.state().phase === 'running',
    isCovered: () => questions.panel() !== null || overlay !== null,
    leave: () => void leave(),
    cycleMode: () =>
      void (conversation ? Promise.resolve(conversation) : opening).then(
        talk => talk && wishNextMode(talk, options.modes),
      ),
    stop() {
      terminal.write(live.clear())
      terminal.stop()
    },
    drawAnew: () => terminal.write(`\u001b[2J\u001b[H${live.resize(terminal.size())}`),
    writeOutside: () => void writeOutside(),
    release() {
      if (!conversation?.state().isHolding) return false
      conversation.release()
      return true
    },
  })

  /** Draws soon: at most once in a while, and never faster than the terminal takes it. */
  function refresh(): void {
    if (!drawing && !isEnded) drawing = setTimeout(draw, FRAME_MS)
  }

  function draw(): void {
    drawing = null
    if (isEnded) return
    if (terminal.isBusy()) refresh()
    else terminal.write(transcript ? transcript.draw() : drawTalk())
  }

  function drawAnew(): void {
    if (!transcript) terminal.write(live.resize(terminal.size()))
    refresh()
  }

  function drawTalk(): string {
    const size = terminal.size()
    const screen = options.screen(size.columns)
    const state = conversation?.state() ?? NO_CHAT
    const tail = conversation?.tail() ?? []
    const taken = conversation?.taken() ?? []
    const format = { cwd: wish.cwd, language: texts.language }
    const isRunning = state.phase === 'running'
    const {
      lines,
      live: pieces,
      committed,
      lastSpacing,
    } = scrollback.advance({
      turns: conversation?.turns() ?? [],
      ...{ tail, isRunning, screen, options: format, isBehind: taken.length > 0 },
      mostLive: Math.max(4, size.rows - 12),
    })
    if (conversation) follow(conversation)
    const panel = questions.panel() ?? overlay ?? field
    const facts = {
      standing: conversation?.standing() ?? null,
      state,
      branch,
      tasks: conversation?.tasks() ?? 0,
    }
    const frame = composeFrame({
      ...{ size, screen, texts, options: format, state, tail, taken, panel, pieces, committed, lastSpacing },
      ...{ isInterrupting, hasTodos, isAsking: questions.panel() !== null },
      sent: conversation ? dropStored(state.sent, conversation.entries()) : [],
      runningMs: isRunning ? Date.now() - runningSince : null,
      notice: notice || (field.text() === '' && !isRunning && panel === field ? texts.hint : ''),
      status: formatStatus(
        { ...facts, isDemo: wish.agent === 'demo', own: ownStatus?.line() ?? '' },
        texts,
        screen,
      ),
    })
    return live.print(lines, frame)
  }

  /** Does what the conversation's state asks of the terminal. */
  function follow(talk: Talk): void {
    const { phase, returned } = talk.state()
    if (phase === 'running' && runningSince === 0) runningSince = Date.now()
    if (phase === 'idle') [runningSince, isInterrupting] = [0, false]
    if (returned) {
      field.setText([returned.text, field.text()].filter(Boolean).join('\n'))
      talk.dispatch({ kind: 'returned-taken' })
    }
    terminal.reportFocus(phase === 'running')
    notifier.hear(talk.state(), talk.elicitations().length)
    ownStatus?.ask(talk.standing(), talk.state())
    questions.follow(talk)
  }

  function hear(key: Key): void {
    if (key.kind === 'focus') {
      notifier.look(key.isFocused)
      conversation?.look(key.isFocused)
    } else if (transcript) transcript.key(key)
    else if (key.kind !== 'reply') {
      press(key)
      refresh()
    }
  }

  function press(key: Exclude<Key, { readonly kind: 'focus' | 'reply' }>): void {
    const panel = (questions.takesKeys() ? questions.panel() : null) ?? overlay ?? field
    questions.noteKey()
    if (key.kind === 'key' && keys.pressAnywhere(key)) return
    if (key.kind === 'key' && panel === field && keys.pressInField(key)) return
    notice = ''
    panel.key(key)
  }

  /** Words that are gone when they do not hold any more. */
  function hint(words: string): void {
    notice = words
    setTimeout(() => {
      if (notice === words) notice = ''
      refresh()
    }, TWICE_MS).unref()
  }

  function interrupt(): void {
    isInterrupting = true
    conversation?.wish({ subtype: 'interrupt' })
  }

  function toggleTodos(): void {
    hasTodos = !hasTodos
  }

  function showTranscript(): void {
    const path = conversation?.standing().path
    if (path === undefined) return
    terminal.write(OTHER_SCREEN.enter)
    transcript = openTranscript({
      ...{ path, cwd: wish.cwd, words: texts.transcript, size: terminal.size, onChange: refresh },
      screen: () => options.screen(terminal.size().columns),
      onClose() {
        transcript = null
        terminal.write(OTHER_SCREEN.leave)
        drawAnew()
      },
    })
  }

  async function writeOutside(): Promise<void> {
    terminal.write(live.clear())
    field.setText(await terminal.lend(() => editOutside(field.text(), io.env)))
    refresh()
  }

  async function submit({ text, images }: UnfoldedPrompt, written: string): Promise<void> {
    if (text.trim() === '') return
    const commands = conversation?.standing().commands ?? []
    if (text.startsWith('/') && runLocal(text, actions, commands)) return
    if (/^#\s*\S/.test(text) && !text.includes('\n')) {
      actions.remember(text.replace(/^#\s*/, ''))
      return
    }
    const talk = conversation ?? (await opening)
    await talk?.send(written, await toContent(text, images))
  }

  function say(lines: readonly string[]): void {
    terminal.write(live.print(scrollback.insert(lines)))
    refresh()
  }

  function warn(words: string): void {
    say(formatNotice({ level: 'warning', text: words }, options.screen(terminal.size().columns)))
  }

  /** Ends this conversation and begins another; `isSame` where what it says stands above already. */
  async function reopen(next: AgentWish, isSame: boolean): Promise<void> {
    const old = conversation
    conversation = null
    overlay = null
    questions.forget()
    refresh()
    await old?.end()
    wish = next
    opening = open(isSame)
    await opening
  }

  async function open(isSame = false): Promise<Talk | null> {
    try {
      const openAgent = await planChatAgent(wish, io)
      const onBroken = (): void => warn(texts.ended)
      const talk = await openTalk({ openAgent, onChange: refresh, onBroken })
      if (isEnded) return talk
      scrollback = createScrollback('words')
      if (isSame) scrollback.skip(talk.turns())
      conversation = talk
      for (const problem of talk.standing().problems) warn(stripControl(problem))
      if (talk.state().isHolding) notice = texts.held(talk.standing().queued.length)
      branch = await readBranch(wish.cwd)
      ownStatus ??= await openStatusCommand(io, refresh)
      refresh()
      return talk
    } catch (error) {
      if (!isEnded) void leave(error)
      return null
    }
  }

  async function leave(error?: unknown): Promise<void> {
    if (isEnded) return
    isEnded = true
    clearInterval(clock)
    const standing = conversation?.standing()
    if (transcript) terminal.write(OTHER_SCREEN.leave)
    terminal.write(live.clear())
    terminal.end()
    // One that is being opened would hold the process.
    const talk = conversation ?? (error === undefined ? await opening : null)
    await talk?.end()
    if (error === undefined && standing) await options.onLeft(standing)
    finish(error)
  }

  const clock = setInterval(() => runningSince > 0 && refresh(), 1000)
  io.signal.addEventListener('abort', () => void leave())
  say(options.banner)
  if (options.picksSession) actions.resume('')
  else opening = open()
  if (options.prompt !== '') void opening.then(talk => talk?.send(options.prompt))
  await ended
}

const FRAME_MS = 25
