import type { SessionConfigOption, SessionModeState } from '@agentclientprotocol/sdk'
import { PERMISSION_MODES, type PermissionMode } from '@antiphon/core'
import type { AgentStanding } from '../chat/chat-agent.ts'

type Choices = Pick<AgentStanding, 'permissionMode' | 'model' | 'models'>

/** How far an agent may go without asking, and how each way is called. */
const MODES: Readonly<Record<PermissionMode, readonly [name: string, description: string]>> = {
  default: ['Ask', 'Asks before it changes a file or runs a command'],
  acceptEdits: ['Accept edits', 'Edits go through, commands are asked for'],
  plan: ['Plan', 'Reads and plans, changes nothing until the plan is approved'],
  auto: ['Auto', 'A small model decides on what rules leave open'],
  dontAsk: ['Do not ask', 'What rules do not allow is refused without a question'],
  bypassPermissions: ['Bypass permissions', 'Does everything without asking'],
}

export const MODE_OPTION = 'mode'
export const MODEL_OPTION = 'model'

/** The modes as editors of the first version have them. */
export function toModeState({ permissionMode }: Choices, mayBypass: boolean): SessionModeState {
  const isOffered = (mode: PermissionMode): boolean =>
    mode === permissionMode || mode !== 'bypassPermissions' || mayBypass
  const availableModes = PERMISSION_MODES.filter(isOffered).map(mode => {
    const [name, description] = MODES[mode]
    return { id: mode, name, description }
  })
  return { currentModeId: permissionMode, availableModes }
}

/** The same and the models, as editors of today have them. */
export function toConfigOptions(standing: Choices, mayBypass: boolean): SessionConfigOption[] {
  const { currentModeId, availableModes } = toModeState(standing, mayBypass)
  const models = withCurrent(standing)
  return [
    {
      ...{ id: MODE_OPTION, name: 'Mode', category: 'mode', type: 'select', currentValue: currentModeId },
      options: availableModes.map(({ id, name, description }) => ({
        ...{ value: id, name },
        ...(description && { description }),
      })),
    },
    ...(models.length === 0
      ? []
      : [
          {
            ...{ id: MODEL_OPTION, name: 'Model', category: 'model', type: 'select' as const },
            currentValue: standing.model || (models[0]?.id ?? ''),
            options: models.map(({ id, name }) => ({ value: id, name })),
          },
        ]),
  ]
}

/** A model that nobody listed was chosen by its name. */
function withCurrent({ model, models }: Choices): Choices['models'] {
  return model === '' || models.some(({ id }) => id === model)
    ? models
    : [{ id: model, name: model }, ...models]
}
