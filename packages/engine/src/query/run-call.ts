import { isObject, type JsonObject } from '@antiphon/contract'
import type { Message } from '@antiphon/core'
import { oneLine } from '@antiphon/core/ui'
import type { AgentTool, InputProblem, PreparedCall, ToolOutcome } from '../tool/agent-tool.ts'
import {
  CANCELLED,
  describeError,
  INTERRUPTED,
  tellStop,
  toDenial,
  toOutcome,
  toolError,
} from './call-answers.ts'
import type { AfterCall, AnsweredCall, QueryContext } from './query-context.ts'
import { boundOutcome, runTool } from './run-tool.ts'
import type { CallOutcome, RequestedCall, StartableCall } from './streaming-tool-executor.ts'
import { untilInterrupted } from './until-interrupted.ts'

/** Looks at a call: which tool it means, whether its input can be used, and whether it may run beside others. */
export async function prepareCall(context: QueryContext, call: RequestedCall): Promise<StartableCall> {
  const tool = context.toolbox.find(call.block.name)
  if (!tool) return answerWith(call, toolError(`Error: No such tool available: ${call.block.name}`))
  const looking = prepareInput({ context, tool, call, input: call.block.input })
  const prepared = await untilInterrupted(looking, context.signal)
  if (!prepared) return answerWith(call, CANCELLED)
  if ('problem' in prepared) return answerWith(call, toolError(`InputValidationError: ${prepared.problem}`))
  return {
    isConcurrencySafe: prepared.isConcurrencySafe,
    run: () => answerAnyway({ context, tool, call, prepared }),
  }
}

type Running = {
  readonly context: QueryContext
  readonly tool: AgentTool
  readonly call: RequestedCall
  readonly prepared: PreparedCall
}

/** Who decides on a call, or looks at its result, may fail as well: an open call would stop the loop for ever. */
async function* answerAnyway(running: Running): AsyncGenerator<Message, CallOutcome, undefined> {
  try {
    return yield* runCall(running)
  } catch (error) {
    const { call, context } = running
    return toOutcome(call, context.signal.aborted ? INTERRUPTED : toolError(describeError(error)))
  }
}

/** Asks for permission, runs the call, and answers it. */
async function* runCall(running: Running): AsyncGenerator<Message, CallOutcome, undefined> {
  const { context, tool, call } = running
  const { signal } = context
  if (signal.aborted) return toOutcome(call, CANCELLED)
  const toolUseId = call.block.id
  const prepare = (input: JsonObject): ReturnType<typeof prepareInput> => prepareInput({ ...running, input })
  // A call that runs alone is looked at again: the one before it may have changed where it would run.
  const fresh = running.prepared.isConcurrencySafe
    ? running.prepared
    : await untilInterrupted(prepare(call.block.input as JsonObject), signal)
  if (!fresh) return toOutcome(call, CANCELLED)
  if ('problem' in fresh) return toOutcome(call, toolError(`InputValidationError: ${fresh.problem}`))
  const deciding = context.permit({ toolName: tool.name, toolUseId, call: fresh, prepare, signal })
  const permit = await untilInterrupted(deciding, signal)
  // It may have taken a person long to decide; who interrupts meanwhile takes the question back.
  if (!permit || signal.aborted) return toOutcome(call, CANCELLED)
  if (permit.behavior === 'deny') {
    if (permit.interrupt) context.interrupt()
    return toDenial(call, permit)
  }
  const prepared = permit.call
  // Who goes on after a crash has to know of what may have happened: the call is in the log before it has effects.
  if (!prepared.isReadOnly) {
    await waitForAnswer(context, call)
    await context.flush()
  }
  // This clock stands still while the machine sleeps, and it starts when nobody has to be waited for any more.
  const started = performance.now()
  const outcome = boundOutcome(yield* runTool(call, prepared, signal))
  const durationMs = performance.now() - started
  await waitForAnswer(context, call)
  const after = await lookAfter(context.afterCall, {
    toolName: tool.name,
    toolUseId,
    input: prepared.input,
    output: outcome.data ?? outcome.content,
    isError: outcome.isError === true,
    signal,
  })
  const { messages } = toOutcome(call, outcome, durationMs)
  return {
    messages: [...messages, ...permit.messages, ...after.messages, ...tellStop(after.stop, toolUseId)],
    stop: after.stop ?? outcome.stop ?? null,
    spoiled: outcome.isError === true && !signal.aborted ? findSpoil(prepared) : null,
  }
}

async function lookAfter(
  steps: readonly AfterCall[],
  call: AnsweredCall,
): Promise<Pick<CallOutcome, 'messages' | 'stop'>> {
  const messages: Message[] = []
  let stop: string | null = null
  for (const step of steps) {
    const said = await step(call)
    messages.push(...said.messages)
    stop ??= said.stop ?? null
  }
  return { messages, stop }
}

/** Commands often build on one another: what was to come after one that failed does not run. */
function findSpoil({ access, title }: PreparedCall): string | null {
  return access.kind === 'command' ? `the command before it failed (${oneLine(title, MAX_TITLE)})` : null
}

const MAX_TITLE = 80

/**
 * What stands behind a call puts the call itself on disk, and there it stays as it is: its stop reason and usage, which
 * mostly follow in the next moment, are waited for. A long answer is not.
 */
async function waitForAnswer({ sleep, signal }: QueryContext, { answerEnd }: RequestedCall): Promise<void> {
  if (!answerEnd) return
  const done = new AbortController()
  const wait = sleep(PATIENCE_MS, AbortSignal.any([signal, done.signal]))
  await Promise.race([answerEnd, wait])
  done.abort()
}

/** As long as the recorder holds the model's words back itself. */
const PATIENCE_MS = 100

async function prepareInput(options: {
  readonly context: QueryContext
  readonly tool: AgentTool
  readonly call: RequestedCall
  readonly input: unknown
}): Promise<PreparedCall | InputProblem> {
  const { context, tool, call, input } = options
  try {
    return await tool.prepare(isObject(input) ? input : {}, {
      ...context.toolContext(call.block.id),
      callTool: inner => callInside(context, inner),
    })
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

async function* callInside(
  context: QueryContext,
  call: RequestedCall,
): AsyncGenerator<Message, CallOutcome, undefined> {
  return yield* (await prepareCall(context, call)).run()
}

function answerWith(call: RequestedCall, outcome: ToolOutcome): StartableCall {
  return {
    isConcurrencySafe: true,
    // biome-ignore lint/correctness/useYield: there is nothing to tell before the answer
    run: async function* () {
      return toOutcome(call, outcome)
    },
  }
}
