import { resolveModelAlias } from '@antiphon/contract'
import type { LocalCommand } from '../../session/command.ts'

/** Says which model answers, or lets another one answer from the next prompt on. */
export const modelCommand: LocalCommand = {
  kind: 'local',
  name: 'model',
  description: 'Show the model, or let another one answer',
  argumentHint: '[model]',
  run({ args, session }) {
    if (args === '') return `The model is ${session.model}.`
    if (/\s/.test(args)) return `A model's name has no blanks: ${JSON.stringify(args)}.`
    const model = resolveModelAlias(args, session.firstModel)
    session.setModel(model)
    return `Set model to ${model}`
  },
}
