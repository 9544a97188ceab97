import type { ContentBlock, JsonObject, JsonValue } from '@antiphon/contract'
import { createAssistantMessage, findToolResult, type Message, type REPLToolProgress } from '@antiphon/core'
import { oneLine, previewText, toolCallTitle } from '@antiphon/core/ui'
import { z } from 'zod'
import type {
  AgentTool,
  InputProblem,
  PreparedCall,
  ToolOutcome,
  ToolProgress,
} from '../../tool/agent-tool.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { prepareCall } from '../../tool/prepare-call.ts'
import type { CallTool, ToolContext } from '../../tool/tool-context.ts'

/** Runs several calls as one, one after the other; the model reads of them what it asked to, a person sees each as it runs. */
export function createReplTool(): AgentTool {
  return defineTool({ name: 'REPL', description: DESCRIPTION, schema: SCHEMA, prepare: prepareCalls })
}

const MAX_CALLS = 20

const DESCRIPTION = `Runs up to ${MAX_CALLS} calls of your other tools one after the other, as one call, and gives back all results together.

Use it where you know the next steps already: several edits and then the tests, several searches. Each call is decided on and run as if you had made it yourself. With "quiet" a call that works is told in one line, so that what you need not read takes no room. The first call that fails ends it: the rest is not run.`

const SCHEMA = z.object({
  calls: z
    .array(
      z.object({
        tool: z.string().min(1).describe('The name of the tool'),
        input: z.record(z.string(), z.unknown()).describe('Its input'),
        quiet: z.boolean().optional().describe('True: tell only that it worked'),
      }),
    )
    .min(1)
    .max(MAX_CALLS),
})

type Call = z.infer<typeof SCHEMA>['calls'][number]

function prepareCalls({ calls }: z.infer<typeof SCHEMA>, context: ToolContext): PreparedCall | InputProblem {
  const { callTool } = context
  if (!callTool) return { problem: 'No calls can be made here. Make them yourself.' }
  if (calls.some(({ tool }) => tool === 'REPL')) return { problem: 'REPL cannot call itself.' }
  // Each of its calls is decided on by itself.
  return prepareCall('REPL', {
    // It was read as JSON.
    input: { calls } as unknown as JsonObject,
    title: `REPL ${calls.map(({ tool }) => tool).join(', ')}`,
    run: () => runCalls(calls, { context, callTool }),
  })
}

async function* runCalls(
  calls: readonly Call[],
  { context, callTool }: { readonly context: ToolContext; readonly callTool: CallTool },
): AsyncGenerator<ToolProgress, ToolOutcome, undefined> {
  const content: ContentBlock[] = []
  const steps: JsonValue[] = []
  const messages: Message[] = []
  for (const [index, call] of calls.entries()) {
    // The input was read as JSON.
    const input = call.input as JsonObject
    const block = {
      type: 'tool_use',
      id: `${context.toolUseId}-${index + 1}`,
      name: call.tool,
      input,
    } as const
    const assistantMessage = createAssistantMessage({ content: [block], isVirtual: true })
    yield toProgress({ toolName: call.tool, toolInput: input, phase: 'start', message: assistantMessage })
    const { messages: told, stop } = yield* passOn(callTool({ block, assistantMessage }))
    const [result, ...rest] = told
    messages.push(...rest)
    const isError = findToolResult(result)?.is_error === true
    if (result?.type === 'user')
      yield toProgress({ toolName: call.tool, phase: 'end', message: { ...result, isVirtual: true } })
    steps.push({ tool: call.tool, isError })
    const heading = `${index + 1}. ${oneLine(toolCallTitle(call.tool, input), MAX_TITLE)}`
    if (call.quiet === true && !isError) content.push(text(`${heading}: done`))
    else content.push(text(`${heading}:`), ...readResult(result))
    if (isError || stop !== null) {
      const left = calls.length - index - 1
      if (left > 0) content.push(text(`${left} more not run.`))
      return { content, data: { steps }, messages, stop, ...(isError && { isError }) }
    }
  }
  return { content, data: { steps }, messages }
}

/** Progress of an inner call is told as this call's. */
async function* passOn(running: ReturnType<CallTool>): AsyncGenerator<ToolProgress, Outcome, undefined> {
  for (;;) {
    const step = await running.next()
    if (step.done) return step.value
    // Each tool brings its own kind of progress, as plain JSON.
    if (step.value.type === 'progress') yield { data: step.value.data as unknown as JsonObject }
  }
}

type Outcome = Extract<Awaited<ReturnType<ReturnType<CallTool>['next']>>, { done: true }>['value']

function toProgress(progress: Omit<REPLToolProgress, 'type'>): ToolProgress {
  const data: REPLToolProgress = { type: 'repl_tool_call', ...progress }
  return { data: data as unknown as JsonObject }
}

function readResult(result: Message | undefined): readonly ContentBlock[] {
  const { content = '' } = findToolResult(result) ?? {}
  if (typeof content === 'string') return [text(content)]
  return content.map(block => (block.type === 'text' ? text(block.text) : block))
}

function text(words: string): ContentBlock {
  return { type: 'text', text: previewText(words, BOUND).text }
}

/** Of each result; all of them together have to fit into a conversation. */
const BOUND = { maxCodePoints: 20_000, maxLines: Number.POSITIVE_INFINITY }
const MAX_TITLE = 120
