import { resolve } from 'node:path'
import { isPermissionMode, PERMISSION_MODES, parseContext } from '@antiphon/core'
import { formatModel, oneLine, type PromptItem, stripControl } from '@antiphon/core/ui'
import { homeOf, type Io } from '@antiphon/host'
import { createPalette } from '../terminal/screen.ts'
import { createChoicePanel } from './choice-panel.ts'
import { createListPanel } from './list-panel.ts'
import { listResumable, previewSession, type ResumableSession } from './list-resumable.ts'
import { type LocalActions, listCommands } from './local-commands.ts'
import { addMemory, listMemoryPlaces } from './memory-places.ts'
import { type AgentWish, findSessionFolder, planRewind } from './open-chat-agent.ts'
import type { Panel } from './panel.ts'
import type { ReplTexts } from './repl-texts.ts'
import type { Talk } from './talk.ts'

/** What actions need of the terminal. */
export type ActionSurroundings = {
  readonly io: Io
  readonly texts: ReplTexts
  readonly wish: () => AgentWish
  readonly conversation: () => Talk | null
  /** Shows a panel in the place of the prompt; null for the prompt. */
  readonly open: (panel: Panel | null) => void
  /** Prints lines for good. */
  readonly say: (lines: readonly string[]) => void
  readonly warn: (words: string) => void
  readonly setText: (text: string) => void
  /** Ends the conversation and begins another; `isSame` where what it says stands above already. */
  readonly reopen: (wish: AgentWish, isSame: boolean) => Promise<void>
  readonly leave: () => void
  readonly toggleTodos: () => void
  readonly refresh: () => void
}

/** The terminal's own commands, and what keys call. */
export function createReplActions(
  around: ActionSurroundings,
): LocalActions & { readonly remember: (words: string) => void } {
  const { io, texts, open, say, warn, refresh } = around
  const { dim, bold } = createPalette(io.env.NO_COLOR === undefined)
  const close = (): void => open(null)
  const told = (error: unknown): void => warn(error instanceof Error ? error.message : String(error))

  function begin(flags: Partial<AgentWish['flags']>, cwd = around.wish().cwd, isSame = false): void {
    const { agent, flags: before } = around.wish()
    const {
      continue: _,
      resume: __,
      resumeSessionAt: ___,
      forkSession: ____,
      sessionId: _____,
      ...kept
    } = before
    void around.reopen({ agent, cwd, flags: { ...kept, ...flags } }, isSame).catch(told)
  }

  function pickSession(): void {
    let sessions: readonly ResumableSession[] = []
    const previews = new Map<string, readonly string[]>()
    void listResumable({ cwd: around.wish().cwd }, io, found => {
      sessions = found
      refresh()
    }).catch(told)
    open(
      createListPanel<ResumableSession>({
        title: texts.resumeTitle,
        hint: texts.listKeys,
        items: () => sessions,
        show: session => session,
        preview({ path }, width) {
          const known = previews.get(path)
          if (known) return known
          previews.set(path, [])
          void previewSession(path, width)
            .then(lines => previews.set(path, lines))
            .finally(refresh)
            .catch(() => undefined)
          return []
        },
        onChoose(session) {
          close()
          void resume(session.path)
        },
        onCancel() {
          close()
          if (!around.conversation()) begin({})
        },
        onChange: refresh,
      }),
    )
  }

  async function resume(path: string): Promise<void> {
    begin({ resume: path }, await findSessionFolder(resolve(path), around.wish().cwd, io))
  }

  function pickPrompt(): void {
    const talk = around.conversation()
    if (talk?.state().phase === 'running') {
      warn(texts.busy)
      return
    }
    const prompts = (talk?.turns() ?? []).flatMap(({ heading }) =>
      heading.flatMap(({ item }) => (item.kind === 'prompt' ? [item] : [])),
    )
    if (prompts.length === 0) {
      warn(texts.noPrompts)
      return
    }
    open(
      createListPanel<PromptItem>({
        title: texts.rewindTitle,
        hint: texts.listKeys,
        items: () => prompts.toReversed(),
        show: ({ text, timestamp }) => ({
          label: oneLine(stripControl(parseContext(text).text), 120),
          detail: timestamp.slice(11, 16),
        }),
        onChoose: pickWay,
        onCancel: close,
        onChange: refresh,
      }),
    )
  }

  /** What shall be as it was before a prompt: what was said, the files, or both. */
  function pickWay(prompt: PromptItem): void {
    open(
      createChoicePanel({
        head: screen => [
          screen.palette.bold(texts.rewindTitle),
          `  › ${oneLine(stripControl(prompt.text), screen.width - 6)}`,
        ],
        options: texts.rewindWays.map(label => ({ label })),
        hint: texts.choose,
        onChoose([way = 0]) {
          close()
          void rewind(prompt, { files: way !== 1, words: way !== 2 }).catch(told)
        },
        onCancel: close,
        onChange: refresh,
      }),
    )
  }

  async function rewind(
    prompt: PromptItem,
    what: { readonly files: boolean; readonly words: boolean },
  ): Promise<void> {
    const talk = around.conversation()
    if (!talk) return
    if (what.files) {
      const { canRewind, error, notices } = await talk.rewindFiles(prompt.uuid)
      for (const words of [...(canRewind ? [] : [error]), ...notices]) warn(words)
    }
    if (!what.words) {
      say([dim(texts.rewound)])
      return
    }
    const { agent } = around.wish()
    const flags = await planRewind({ agent, path: talk.standing().path, prompt: prompt.uuid }, io)
    begin(flags, undefined, flags.resume !== undefined)
    around.setText(parseContext(prompt.text).text)
    say([dim(texts.rewound)])
  }

  return {
    help() {
      const commands = listCommands(around.conversation()?.standing().commands ?? [], texts)
      say([
        ...texts.help.map(([key, words]) => `  ${bold(key.padEnd(10))} ${words}`),
        '',
        ...commands.map(
          ({ name, description }) =>
            `  ${bold(`/${name}`.padEnd(14))} ${dim(oneLine(stripControl(description), 100))}`,
        ),
      ])
    },
    clear() {
      say([dim(`── ${texts.fresh}`)])
      begin({})
    },
    exit: around.leave,
    resume(argument) {
      if (argument === '') pickSession()
      else begin({ resume: argument })
    },
    rename(title) {
      void around
        .conversation()
        ?.ask({ subtype: 'rename_session', title })
        .then(() => say([dim(texts.renamed(oneLine(stripControl(title), 200)))]), told)
    },
    model(name) {
      const talk = around.conversation()
      if (name !== '') return void talk?.wish({ subtype: 'set_model', model: name })
      const models = talk?.standing().models ?? []
      open(
        createListPanel({
          title: texts.commands.model ?? '',
          hint: texts.listKeys,
          items: () => models,
          show: ({ id, name: label }) => ({ label: label || formatModel(id), detail: id }),
          onChoose({ id }) {
            close()
            talk?.wish({ subtype: 'set_model', model: id })
          },
          onCancel: close,
          onChange: refresh,
        }),
      )
    },
    mode(name) {
      if (!isPermissionMode(name)) return warn(texts.unknownMode(PERMISSION_MODES.join(', ')))
      around.conversation()?.wish({ subtype: 'set_permission_mode', mode: name })
    },
    rewind: pickPrompt,
    status() {
      const standing = around.conversation()?.standing()
      if (!standing) return
      const facts = {
        session: standing.sessionId,
        folder: standing.cwd,
        model: standing.model,
        mode: standing.permissionMode,
        log: standing.path,
      }
      say(Object.entries(facts).map(([name, value]) => `  ${bold(name.padEnd(8))} ${stripControl(value)}`))
    },
    todos: around.toggleTodos,
    remember(words) {
      const files = listMemoryPlaces(
        around.wish().cwd,
        io.env.CLAUDE_CONFIG_DIR || (homeOf(io) ? resolve(homeOf(io) ?? '', '.claude') : null),
      )
      open(
        createChoicePanel({
          head: screen => [
            screen.palette.bold(texts.memory),
            `  # ${oneLine(stripControl(words), screen.width - 6)}`,
          ],
          options: files.map(({ label }) => ({ label })),
          hint: texts.choose,
          onChoose([chosen = 0]) {
            close()
            const file = files[chosen]
            if (file)
              void addMemory(file.path, words).then(() => say([dim(texts.remembered(file.label))]), told)
          },
          onCancel: close,
          onChange: refresh,
        }),
      )
    },
  }
}
