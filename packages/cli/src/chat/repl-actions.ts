import { isPermissionMode, PERMISSION_MODES } from '@antiphon/core'
import { formatModel, oneLine, stripControl } from '@antiphon/core/ui'
import { capture } from '../slash/capture.ts'
import { type ProgramCommandName, planProgramCommand } from '../slash/plan-program-command.ts'
import { type ActionSurroundings, beginAnother, toWords } from './action-surroundings.ts'
import { formatHelp } from './format-help.ts'
import { goBack } from './go-back.ts'
import { createListPanel } from './list-panel.ts'
import { commandWords, findRow, listCommands, type TerminalCommands } from './local-commands.ts'
import { pickSession } from './pick-session.ts'
import { pickTheme } from './pick-theme.ts'

/** The terminal's part of the commands, and what keys call of it. */
export type ReplActions = TerminalCommands & {
  readonly help: () => void
  readonly rewind: () => void
  readonly resume: () => void
}

/** What the terminal does itself on a command or a key. */
export function createReplActions(around: ActionSurroundings): ReplActions {
  const { io, texts, open, say, warn, refresh, palette } = around

  function help(): void {
    const commands = listCommands(around.conversation()?.standing().commands ?? null, parts, texts)
    say(formatHelp(texts, commands, around.screen()))
  }

  function pickModel(): void {
    const talk = around.conversation()
    const row = findRow('model')
    open(
      createListPanel({
        title: row ? commandWords(row, texts).description : '',
        hint: texts.listKeys,
        nothing: texts.nothingFound,
        items: () => talk?.standing().models ?? [],
        show: ({ id, name: label }) => ({ label: label || formatModel(id), detail: id }),
        onChoose({ id }) {
          open(null)
          talk?.wish({ subtype: 'set_model', model: id })
        },
        onCancel: () => open(null),
        onChange: refresh,
      }),
    )
  }

  function fork(): void {
    const talk = around.conversation()
    if (talk?.state().phase === 'running') warn(texts.busy)
    else if (!talk || talk.turns().length === 0) warn(texts.noPrompts)
    else {
      beginAnother(around, { resume: talk.standing().path, forkSession: true }, { isSame: true })
      say([palette().dim(`── ${texts.copied}`)])
    }
  }

  function showStanding(): void {
    const standing = around.conversation()?.standing()
    if (!standing) return
    const facts = {
      session: standing.sessionId,
      folder: standing.cwd,
      model: standing.model,
      mode: standing.permissionMode,
      log: standing.path,
    }
    const { bold } = palette()
    say(Object.entries(facts).map(([name, value]) => `  ${bold(name.padEnd(8))} ${stripControl(value)}`))
  }

  function rename(title: string): void {
    around
      .conversation()
      ?.ask({ subtype: 'rename_session', title })
      .then(
        () => say([palette().dim(texts.renamed(oneLine(stripControl(title), 200)))]),
        error => warn(toWords(error)),
      )
  }

  /** What a command line of the executable says to it, in the place of an agent that does not know it. */
  function runProgram(name: ProgramCommandName): (argument: string) => boolean {
    return doing(argument => {
      const standing = around.conversation()?.standing()
      if (!standing) return
      const plan = planProgramCommand(name, argument, standing)
      if (plan.kind === 'told') return warn(plan.words)
      capture(plan.argv, { io, runCommand: around.runCommand }).then(
        ({ text }) => say(text.split('\n').map(line => `  ${line}`)),
        error => warn(toWords(error)),
      )
    })
  }

  const parts: TerminalCommands = {
    always: {
      help: doing(help),
      clear: doing(() => {
        say([palette().dim(`── ${texts.fresh}`)])
        beginAnother(around, {})
      }),
      exit: doing(around.leave),
      resume: doing(argument =>
        argument === '' ? pickSession(around) : beginAnother(around, { resume: argument }),
      ),
      fork: doing(fork),
      model: doing(name =>
        name === '' ? pickModel() : void around.conversation()?.wish({ subtype: 'set_model', model: name }),
      ),
      mode: doing(name =>
        isPermissionMode(name)
          ? void around.conversation()?.wish({ subtype: 'set_permission_mode', mode: name })
          : warn(texts.unknownMode(PERMISSION_MODES.join(', '))),
      ),
      // Which prompt a number means says the agent's list.
      rewind: argument => argument === '' && doing(() => goBack(around))(''),
      theme: doing(name => pickTheme(name, around)),
    },
    otherwise: {
      rename: title => title !== '' && doing(rename)(title),
      status: doing(showStanding),
      todos: doing(around.toggleTodos),
      doctor: runProgram('doctor'),
      export: runProgram('export'),
      usage: runProgram('usage'),
      search: runProgram('search'),
    },
  }
  return { ...parts, help, rewind: () => goBack(around), resume: () => pickSession(around) }
}

/** Something that is always the terminal's to do. */
function doing(work: (argument: string) => void): (argument: string) => boolean {
  return argument => {
    work(argument)
    return true
  }
}
