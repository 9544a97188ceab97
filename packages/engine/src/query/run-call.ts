import {
  createProgressMessage,
  createToolResultMessage,
  INTERRUPT_MESSAGE_FOR_TOOL_USE,
  isObject,
  type JsonObject,
  type Message,
  type Progress,
} from '@antiphon/core'
import type { AgentTool, InputProblem, PreparedCall, ToolOutcome } from '../tool/agent-tool.ts'
import { boundOutcome } from './bound-outcome.ts'
import type { QueryContext } from './query-context.ts'
import type { CallOutcome, StartableCall, ToolCall } from './streaming-tool-executor.ts'

/** Looks at a call: which tool it means, whether its input can be used, and whether it may run beside others. */
export async function prepareCall(context: QueryContext, call: ToolCall): Promise<StartableCall> {
  const tool = context.toolbox.find(call.block.name)
  if (!tool) return answerWith(call, `Error: No such tool available: ${call.block.name}`)
  const prepared = await prepareInput({ context, tool, call, input: call.block.input })
  if ('problem' in prepared) return answerWith(call, `InputValidationError: ${prepared.problem}`)
  return {
    isConcurrencySafe: prepared.isConcurrencySafe,
    run: () => answerAnyway({ context, tool, call, prepared }),
  }
}

type Running = {
  readonly context: QueryContext
  readonly tool: AgentTool
  readonly call: ToolCall
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
  if (signal.aborted) return toOutcome(call, INTERRUPTED)
  const toolUseId = call.block.id
  const prepare = (input: JsonObject): ReturnType<typeof prepareInput> => prepareInput({ ...running, input })
  // A call that runs alone is looked at again: the one before it may have changed where it would run.
  const fresh = running.prepared.isConcurrencySafe
    ? running.prepared
    : await prepare(call.block.input as JsonObject)
  if ('problem' in fresh) return toOutcome(call, toolError(`InputValidationError: ${fresh.problem}`))
  const permit = await context.permit({ toolName: tool.name, toolUseId, call: fresh, prepare, signal })
  if (permit.behavior === 'deny') {
    const denied = toOutcome(call, {
      content: permit.message,
      isError: true,
      data: `Error: ${permit.message}`,
    })
    const messages = [...denied.messages, ...permit.messages]
    return { messages, stop: permit.interrupt ? INTERRUPT_MESSAGE_FOR_TOOL_USE : null }
  }
  // It may have taken a person long to agree.
  if (signal.aborted) return toOutcome(call, INTERRUPTED)
  const prepared = permit.call
  // Who goes on after a crash has to know of what may have happened: the call is in the log before it has effects.
  if (!prepared.isReadOnly) {
    await waitForAnswer(context, call)
    await context.flush()
  }
  const outcome = boundOutcome(yield* runSafely(call, prepared, signal))
  await waitForAnswer(context, call)
  const after = await context.hooks.afterCall({
    toolName: tool.name,
    toolUseId,
    input: prepared.input,
    output: outcome.data ?? outcome.content,
    isError: outcome.isError === true,
    signal,
  })
  const { messages } = toOutcome(call, outcome)
  return { messages: [...messages, ...permit.messages, ...after.messages], stop: after.stop }
}

/**
 * What stands behind a call puts the call itself on disk, and there it stays as it is: its stop reason and usage, which
 * mostly follow in the next moment, are waited for. A long answer is not.
 */
async function waitForAnswer({ sleep, signal }: QueryContext, { answerEnd }: ToolCall): Promise<void> {
  if (!answerEnd) return
  const done = new AbortController()
  const wait = sleep(PATIENCE_MS, AbortSignal.any([signal, done.signal]))
  await Promise.race([answerEnd, wait])
  done.abort()
}

/** As long as the recorder holds the model's words back itself. */
const PATIENCE_MS = 100

/** A tool that throws has a bug; the conversation goes on with its words. */
async function* runSafely(
  call: ToolCall,
  prepared: PreparedCall,
  signal: AbortSignal,
): AsyncGenerator<Message, ToolOutcome, undefined> {
  try {
    const steps = prepared.run()
    for (let step = await steps.next(); ; step = await steps.next()) {
      if (step.done) return step.value
      // Each tool brings its own kind of progress.
      const data = step.value.data as unknown as Progress
      yield createProgressMessage({ toolUseID: call.block.id, parentToolUseID: call.block.id, data })
    }
  } catch (error) {
    if (signal.aborted) return INTERRUPTED
    return toolError(describeError(error))
  }
}

async function prepareInput(options: {
  readonly context: QueryContext
  readonly tool: AgentTool
  readonly call: ToolCall
  readonly input: unknown
}): Promise<PreparedCall | InputProblem> {
  const { context, tool, call, input } = options
  try {
    return await tool.prepare(
      isObject(input) ? input : {},
      context.toolContext(call.block.id, context.signal),
    )
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

function describeError(error: unknown): string {
  return `Error: ${error instanceof Error ? error.message : String(error)}`
}

const INTERRUPTED: ToolOutcome = { content: INTERRUPT_MESSAGE_FOR_TOOL_USE, isError: true }

function answerWith(call: ToolCall, words: string): StartableCall {
  return {
    isConcurrencySafe: true,
    // biome-ignore lint/correctness/useYield: there is nothing to tell before the answer
    run: async function* () {
      return toOutcome(call, toolError(words))
    },
  }
}

/** The frame by which a model knows that its call, and not the tool's work, went wrong. */
function toolError(words: string): ToolOutcome {
  return { content: `<tool_use_error>${words}</tool_use_error>`, isError: true, data: words }
}

function toOutcome({ block, assistantMessage }: ToolCall, outcome: ToolOutcome): CallOutcome {
  const { content, isError, data, messages = [] } = outcome
  const result = createToolResultMessage({
    toolUse: block,
    assistantMessage,
    content,
    ...(isError && { isError }),
    output: data ?? content,
  })
  return { messages: [result, ...messages], stop: null }
}
