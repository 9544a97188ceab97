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

  function findModels() {
    const option = options.find(({ category, type }) => category === 'model' && type === 'select')
    return option?.type === 'select' ? option : undefined
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
    mode: () => (modes ? toOwnMode(modes.currentModeId) : 'default'),
    findMode: wished => toForeignMode(wished, modes),
    model: () => findModels()?.currentValue ?? name,
    models: () =>
      (findModels()?.options ?? [])
        .flatMap(one => ('group' in one ? one.options : [one]))
        .map(({ value, name }) => ({ id: value, name })),
    modelOption: () => findModels()?.id,
    commands: () => commands,
    costUsd: () => costUsd,
    contextWindow: () => contextWindow,
  }
}
