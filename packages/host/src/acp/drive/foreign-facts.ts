import type { SessionConfigOption, SessionModeState, SessionUpdate } from '@agentclientprotocol/sdk'
import type { ChatModel } from '@antiphon/core/chat'
import type { WireSlashCommand } from '@antiphon/core/wire'
import { toForeignMode, toOwnMode } from './foreign-modes.ts'

/** What an agent has told of itself until now. */
export interface ForeignFacts {
  /** True where an update was about the agent and not about its turn. */
  hear(update: SessionUpdate): boolean
  begin(modes: SessionModeState | null, options: readonly SessionConfigOption[]): void
  /** By our own name where we have one. */
  readonly mode: () => string
  /** The agent's own name of a mode; throws with what there is. */
  readonly findMode: (wished: string) => string
  readonly model: () => string
  readonly models: () => readonly ChatModel[]
  /** The option by which a mode is chosen; undefined where the agent has modes of the older kind, or none. */
  readonly modeOption: () => string | undefined
  /** The option by which a model is chosen; undefined where the agent offers no choice. */
  readonly modelOption: () => string | undefined
  readonly commands: () => readonly WireSlashCommand[]
  /** Dollars, as far as it tells them. */
  readonly costUsd: () => number
  /** 0 where it does not tell it. */
  readonly contextWindow: () => number
}

export function createForeignFacts(name: string): ForeignFacts {
  let modes: SessionModeState | null = null
  let options: readonly SessionConfigOption[] = []
  let commands: readonly WireSlashCommand[] = []
  let [costUsd, contextWindow] = [0, 0]

  function findChoice(wanted: 'mode' | 'model') {
    const option = options.find(({ category, type }) => category === wanted && type === 'select')
    return option?.type === 'select' ? option : undefined
  }

  function listChoices(wanted: 'mode' | 'model') {
    const listed = (findChoice(wanted)?.options ?? []).flatMap(one => ('group' in one ? one.options : [one]))
    return listed.map(({ value, name }) => ({ id: value, name }))
  }

  /** Newer agents have their modes among their options. */
  function findModes(): SessionModeState | null {
    const choice = findChoice('mode')
    if (modes || !choice) return modes
    return { currentModeId: choice.currentValue, availableModes: listChoices('mode') }
  }

  return {
    begin(told, choices) {
      modes = told
      options = choices
    },
    hear(update) {
      switch (update.sessionUpdate) {
        case 'available_commands_update':
          commands = update.availableCommands.map(({ name, description, input }) => ({
            ...{ name, description },
            argumentHint: input?.hint ?? '',
          }))
          return true
        case 'current_mode_update':
          if (modes) modes = { ...modes, currentModeId: update.currentModeId }
          return true
        case 'config_option_update':
          options = update.configOptions
          return true
        case 'usage_update':
          contextWindow = update.size
          if (update.cost?.currency === 'USD') costUsd = update.cost.amount
          return true
        default:
          return false
      }
    },
    mode: () => toOwnMode(findModes()?.currentModeId ?? 'default'),
    findMode: wished => toForeignMode(wished, findModes()),
    modeOption: () => (modes ? undefined : findChoice('mode')?.id),
    model: () => findChoice('model')?.currentValue ?? name,
    models: () => listChoices('model'),
    modelOption: () => findChoice('model')?.id,
    commands: () => commands,
    costUsd: () => costUsd,
    contextWindow: () => contextWindow,
  }
}
