import type { JsonObject } from '@antiphon/contract'
import { toolCallTitle } from '@antiphon/core/ui'
import type { PreparedCall, ToolOutcome } from './agent-tool.ts'
import { runOnce } from './run-once.ts'

/** What a call does, and where it is not like most: those touch nothing outside the conversation, and run alone. */
export type CallWork = Partial<Omit<PreparedCall, 'input' | 'run'>> & {
  readonly input: JsonObject
  /** The input as people read it, where that is another one. */
  readonly shown?: JsonObject
} & ({ readonly work: () => ToolOutcome | Promise<ToolOutcome> } | Pick<PreparedCall, 'run'>)

/** A call of the tool of this name. */
export function prepareCall(name: string, call: CallWork): PreparedCall {
  const { input, shown = input, access = { kind: 'none' }, isReadOnly = true } = call
  return {
    ...{ input, access, isReadOnly },
    isConcurrencySafe: call.isConcurrencySafe ?? false,
    title: call.title ?? toolCallTitle(name, shown),
    run: 'run' in call ? call.run : () => runOnce(call.work),
  }
}
