import { dropStored, NO_CHAT } from '@antiphon/core/chat'
import type { Key } from '../keyboard/key.ts'
import { createLiveScreen } from '../terminal/live-screen.ts'
import { drawPicture, readPictureProtocol } from '../terminal/picture.ts'
import type { Screen } from '../terminal/screen.ts'
import { formatNotice } from '../view/format-speech.ts'
import { openBrowser } from '../window/open-browser.ts'
import type { ActionSurroundings } from './action-surroundings.ts'
import { wishLastBack, wishNextMode } from './agent-wishes.ts'
import { completeWord } from './complete-words.ts'
import { editOutside } from './external-editor.ts'
import { createFramePace } from './frame-pace.ts'
import { keepNote } from './keep-note.ts'
import { listProblems } from './list-problems.ts'
import { mergeKeys } from './merge-keys.ts'
import { createNotifier } from './notifier.ts'
import { createOpenQuestions } from './open-questions.ts'
import { ENTER_OTHER_SCREEN, leaveOtherScreen } from './other-screen.ts'
import type { Panel } from './panel.ts'
import { createPassingNotice } from './passing-notice.ts'
import { createPromptField } from './prompt-field.ts'
import { findPastedImage } from './prompt-images.ts'
import { createReplActions } from './repl-actions.ts'
import { composeFrame } from './repl-frame.ts'
import { createReplKeys, TWICE_MS } from './repl-keys.ts'
import type { ReplOptions } from './repl-options.ts'
import { createScrollback } from './scrollback.ts'
import { createStatusBoard } from './status-board.ts'
import { submitPrompt } from './submit-prompt.ts'
import type { Talk } from './talk.ts'
import { createTalkSlot } from './talk-slot.ts'
import { createTerminalColors } from './terminal-colors.ts'
import { openTerminal } from './terminal-session.ts'
import { openTranscript, type TranscriptView } from './transcript-view.ts'

/** Talks with an agent in a terminal until the person leaves or is told to. Rejects where no agent can be opened. */
export async function runRepl(options: ReplOptions): Promise<void> {
  const { io, texts, history, settings } = options
  let scrollback = createScrollback()
  let overlay: Panel | null = null
  let transcript: TranscriptView | null = null
  const pace = createFramePace(draw)
  const refresh = pace.soon
  const notice = createPassingNotice(refresh)
  let [runningSince, isInterrupting, hasTodos, isEnded, isWatched] = [0, false, true, false, true]
  let finish: (error?: unknown) => void = () => {}
  const ended = new Promise<void>((resolve, reject) => {
    finish = error => (error === undefined ? resolve() : reject(error))
  })

  const terminal = openTerminal({
    ...options.streams,
    env: io.env,
    onKeys: keys => mergeKeys(keys).forEach(hear),
    onResize: drawAnew,
    onReturn: drawAnew,
  })
  const live = createLiveScreen(terminal.size())
  const colors = createTerminalColors({
    ...{ env: io.env, theme: settings.terminalTheme, ask: terminal.ask, onChange: refresh },
    isColored: options.screen(80).palette.bold('x') !== 'x',
  })
  const screenNow = (): Screen => options.screen(terminal.size().columns, colors.look())
  const pictures = readPictureProtocol(io.env)
  const status = createStatusBoard(io, texts, refresh)
  const notifier = createNotifier({ write: terminal.write, settings, texts })
  const slot = createTalkSlot({
    ...{ io, runCommand: options.runCommand, wish: options.wish },
    onChange: hasOnlyGrown => (hasOnlyGrown ? pace.whileGrowing() : refresh()),
    onBegun() {
      scrollback = createScrollback('words')
    },
    onPast: pace.now,
    ...{ onOpened: greet, onFailed: leave, isLeft: () => isEnded },
    onBroken: () => warn(texts.ended),
    onClosed() {
      overlay = null
      questions.forget()
      refresh()
    },
  })
  const questions = createOpenQuestions({
    texts,
    cwd: () => slot.wish().cwd,
    onChange: refresh,
    openPage: url => openBrowser(url, { platform: process.platform, env: io.env }),
    onStop: interrupt,
  })
  const field = createPromptField({
    ...{ texts, history, findImage: findPastedImage, onChange: refresh },
    hasViKeys: settings.editorMode === 'vim',
    onUp: () => field.isEmpty() && wishLastBack(slot.now()),
    complete: (token, signal) =>
      completeWord(token, { ...{ texts, signal, commands: actions }, now: slot.now, opening: slot.opened }),
    onSubmit: prompt =>
      void submitPrompt(prompt, {
        ...{ texts, warn, commands: actions, talk: slot.now, opened: slot.opened },
        keepNote: words => keepNote(words, around),
      }),
  })
  const around: ActionSurroundings = {
    ...{ palette: () => screenNow().palette, screen: screenNow },
    paint: colors.choose,
    ...{ io, texts, say, warn, refresh, toggleTodos, setText: field.setText },
    ...{ wish: slot.wish, conversation: slot.now, reopen: slot.reopen, runCommand: options.runCommand },
    leave: () => void leave(),
    open(panel) {
      overlay = panel
      refresh()
    },
  }
  const actions = createReplActions(around)
  const keys = createReplKeys({
    ...{ texts, isEmpty: field.isEmpty, clear: field.clear, isMenuOpen: takesEscape },
    ...{ interrupt, toggleTodos, showTranscript },
    hint: words => notice.hint(words, TWICE_MS),
    ...{ rewind: actions.rewind, help: actions.help },
    isRunning: () => slot.now()?.state().phase === 'running',
    isCovered: () => questions.panel() !== null || overlay !== null,
    leave: () => void leave(),
    cycleMode: () => void slot.opened().then(talk => talk && wishNextMode(talk, options.modes)),
    stop: () => void terminal.stop(live.clear),
    drawAnew: () => terminal.write(`\u001b[2J\u001b[H${live.resize(terminal.size())}`),
    writeOutside: () => void writeOutside(),
    release() {
      const talk = slot.now()
      if (!talk?.state().isHolding) return false
      talk.release()
      return true
    },
  })

  function draw(): void {
    // Whoever comes back draws anew; a line that nobody saw must not be counted as one on the screen.
    if (isEnded || !terminal.isOurs()) return
    // Never faster than the terminal takes it.
    if (terminal.isBusy()) refresh()
    else terminal.write(transcript ? transcript.draw() : drawTalk())
  }

  function drawAnew(): void {
    if (!transcript) terminal.write(live.resize(terminal.size()))
    refresh()
  }

  function drawTalk(): string {
    const size = terminal.size()
    const conversation = slot.now()
    const screen = screenNow()
    const state = conversation?.state() ?? NO_CHAT
    const taken = conversation?.taken() ?? []
    const format = { cwd: slot.wish().cwd }
    const isRunning = state.phase === 'running'
    const {
      lines,
      live: pieces,
      tail,
      committed,
      lastSpacing,
    } = scrollback.advance({
      turns: slot.turns(),
      tail: conversation?.tail() ?? [],
      ...{ isRunning, screen, options: format, isBehind: taken.length > 0 },
      mostLive: Math.max(4, size.rows - 12),
      ...(pictures && { drawPicture: (base64: string) => drawPicture(base64, pictures, size) }),
    })
    if (conversation) follow(conversation)
    const panel = questions.panel() ?? overlay ?? field
    const frame = composeFrame({
      ...{ size, screen, texts, options: format, state, tail, taken, panel, pieces, committed, lastSpacing },
      ...{ isInterrupting, hasTodos, isAsking: questions.panel() !== null },
      tasks: conversation?.tasks() ?? [],
      sent: conversation ? dropStored(state.sent, conversation.entries()) : [],
      runningMs: isRunning ? Date.now() - runningSince : null,
      notice: notice.words() || (field.isEmpty() && !isRunning && panel === field ? texts.hint : ''),
      status: status.format(conversation, slot.wish(), { screen, viMode: field.viMode() }),
    })
    return live.print(lines, frame)
  }

  /** Does what the conversation's state asks of the terminal. */
  function follow(talk: Talk): void {
    const { phase, returned } = talk.state()
    if (phase === 'running' && runningSince === 0) runningSince = Date.now()
    if (phase === 'idle') [runningSince, isInterrupting] = [0, false]
    if (returned) {
      field.giveBack(returned.text, returned.contexts)
      talk.dispatch({ kind: 'returned-taken' })
    }
    // Who left while it worked is awaited.
    terminal.reportFocus(phase === 'running' || !isWatched)
    notifier.hear(talk.state(), talk.state().elicitations.length)
    status.tell(talk)
    questions.follow(talk)
  }

  function hear(key: Key): void {
    // Whoever types looks, whatever the terminal has told.
    if (key.kind === 'focus' || (key.kind !== 'reply' && !isWatched))
      look(key.kind !== 'focus' || key.isFocused)
    if (key.kind === 'focus') refresh()
    else if (key.kind === 'reply') colors.hear(key.text)
    else if (transcript) transcript.key(key)
    else {
      press(key)
      refresh()
    }
  }

  function look(isNow: boolean): void {
    isWatched = isNow
    notifier.look(isNow)
    slot.now()?.look(isNow)
  }

  function press(key: Exclude<Key, { readonly kind: 'focus' | 'reply' }>): void {
    const panel = (questions.takesKeys() ? questions.panel() : null) ?? overlay ?? field
    questions.noteKey()
    if (key.kind === 'key' && keys.pressAnywhere(key)) return
    if (key.kind === 'key' && panel === field && keys.pressInField(key)) return
    notice.clear()
    panel.key(key)
  }

  /** Who only waits means the agent by Escape, in whatever mode they write. */
  function takesEscape(): boolean {
    const isWaiting = slot.now()?.state().phase === 'running' && field.isEmpty()
    return field.isOpen() || (field.takesEscape() && !isWaiting)
  }

  function interrupt(): void {
    isInterrupting = true
    slot.now()?.wish({ subtype: 'interrupt' })
  }

  function toggleTodos(): void {
    hasTodos = !hasTodos
  }

  function showTranscript(): void {
    const path = slot.path()
    if (path === undefined) return
    terminal.write(ENTER_OTHER_SCREEN)
    transcript = openTranscript({
      ...{ path, cwd: slot.wish().cwd, words: texts.transcript, size: terminal.size, onChange: refresh },
      screen: screenNow,
      onClose() {
        transcript = null
        terminal.write(leaveOtherScreen(io.env, live.recover))
        drawAnew()
      },
    })
  }

  async function writeOutside(): Promise<void> {
    field.setText(await terminal.lend(live.clear, () => editOutside(field.text(), io.env)))
    refresh()
  }

  function say(lines: readonly string[]): void {
    terminal.write(live.print(scrollback.insert(lines)))
    refresh()
  }

  function warn(words: string): void {
    say(formatNotice({ level: 'warning', text: words }, screenNow()))
  }

  function greet(talk: Talk, isSame: boolean): void {
    if (isSame) scrollback.skip(talk.turns())
    listProblems(talk, texts).forEach(warn)
    if (talk.state().isHolding) notice.say(texts.held(talk.standing().queued.length))
    status.look(slot.wish().cwd)
    refresh()
  }

  async function leave(error?: unknown): Promise<void> {
    if (isEnded) return
    isEnded = true
    clearInterval(clock)
    await terminal.settled()
    const standing = slot.now()?.standing()
    if (transcript) terminal.write(leaveOtherScreen(io.env, live.recover))
    terminal.write(live.clear())
    terminal.end()
    // One that is being opened would hold the process.
    const talk = slot.now() ?? (error === undefined ? await slot.opened() : null)
    await talk?.end()
    if (error === undefined && standing) await options.onLeft(standing, slot.turns().length > 0)
    finish(error)
  }

  const clock = setInterval(() => (runningSince > 0 || slot.now()?.tasks().length) && refresh(), 1000)
  io.signal.addEventListener('abort', () => void leave())
  say(options.banner)
  if (options.picksSession) actions.resume()
  else slot.open()
  if (options.prompt !== '') void slot.opened().then(talk => talk?.send(options.prompt))
  await ended
}
