import type { ScriptReply } from '../model/script/script-reply.ts'
import type { SimulatedModel } from '../model/simulated-model.ts'
import { type Simulator, startSimulator } from '../simulator.ts'
import type { SimulatorOptions } from '../simulator-options.ts'
import { createTestScript, type TestScript } from './create-test-script.ts'

/** What a simulator is told, and what answers: a script, or a model of one's own. */
export type TestSimulatorOptions = Omit<SimulatorOptions, 'model'> & {
  readonly script?: readonly ScriptReply[]
  /** Answers instead of the script. */
  readonly model?: SimulatedModel
}

/** A simulator that is told what to say next. */
export interface TestSimulator extends Simulator {
  /** Adds replies to the end of the script. */
  say(...replies: readonly ScriptReply[]): void
  readonly script: Pick<TestScript, 'left' | 'overrun'>
}

/** Starts a simulator for a test; whoever starts it closes it. */
export async function startTestSimulator(options: TestSimulatorOptions = {}): Promise<TestSimulator> {
  const { script: replies = [], model, ...rest } = options
  const script = createTestScript(replies)
  const simulator = await startSimulator({ ...rest, model: model ?? script.model })
  return {
    ...simulator,
    script,
    say(...more) {
      if (model) throw new Error('this simulator answers with a model of its own and has no script')
      script.say(more)
    },
  }
}
