import { setTimeout } from 'node:timers/promises'
import { isObject, type JsonObject } from '@antiphon/contract'
import type { MCPProgress } from '@antiphon/core'
import { oneLine } from '@antiphon/core/ui'
import type { AgentTool, ToolOutcome, ToolProgress } from '../tool/agent-tool.ts'
import type { ToolContext } from '../tool/tool-context.ts'
import { boundServerText, toServerLine } from './clean-server-text.ts'
import { MCP_LIMITS } from './mcp-limits.ts'
import { toToolOutcome } from './mcp-result.ts'
import type { McpCall } from './open-mcp-session.ts'
import { toInputSchema } from './to-input-schema.ts'

type McpToolOptions = {
  /** The name that the model calls. */
  readonly name: string
  readonly server: string
  /** The tool as its server lists it. */
  readonly tool: Readonly<Record<string, unknown>> & { readonly name: string }
  readonly isDeferred: boolean
  readonly call: (call: McpCall) => Promise<Readonly<Record<string, unknown>>>
}

/** A server's tool as one of the agent's own. */
export function createMcpTool({ name, server, tool, isDeferred, call }: McpToolOptions): AgentTool {
  const annotations = isObject(tool.annotations) ? tool.annotations : {}
  const isReadOnly = annotations.readOnlyHint === true
  const title = [tool.title, annotations.title, tool.name].find(
    text => typeof text === 'string' && text !== '',
  )
  const { schema, restore } = toInputSchema(tool.inputSchema)
  return {
    name,
    aliases: [],
    description: boundServerText(typeof tool.description === 'string' ? tool.description : ''),
    inputSchema: schema,
    isDeferred,
    prepare(value, context) {
      // What a model sends is JSON.
      const input = isObject(value) ? (value as JsonObject) : {}
      return {
        input,
        access: { kind: 'tool' },
        isReadOnly,
        isConcurrencySafe: isReadOnly,
        title: oneLine(`${server}: ${title}`),
        run: () => runCall({ server, tool: tool.name, input: restore(input), call, context }),
      }
    },
  }
}

type Running = {
  readonly server: string
  readonly tool: string
  readonly input: JsonObject
  readonly call: McpToolOptions['call']
  readonly context: ToolContext
}

async function* runCall(running: Running): AsyncGenerator<ToolProgress, ToolOutcome, undefined> {
  const { server, tool, input, call, context } = running
  const started = context.now().getTime()
  const tell = (status: string, more: Partial<MCPProgress> = {}): ToolProgress => ({
    data: { type: 'mcp_progress', status, serverName: server, toolName: tool, ...more },
  })
  const elapsed = () => ({ elapsedTimeMs: context.now().getTime() - started })
  yield tell('started')
  try {
    const result = yield* runWithProgress<Readonly<Record<string, unknown>>, ToolProgress>(report =>
      call({
        tool,
        input,
        signal: context.signal,
        toolUseId: context.toolUseId,
        onProgress: ({ progress, total, message }) =>
          report(
            tell('progress', {
              ...elapsed(),
              progress,
              ...(total !== undefined && { total }),
              ...(message !== undefined && { progressMessage: toServerLine(message) }),
            }),
          ),
      }),
    )
    yield tell('completed', elapsed())
    return toToolOutcome(result)
  } catch (error) {
    yield tell('failed', elapsed())
    return describeFailure(server, error, context.signal)
  }
}

function describeFailure(server: string, error: unknown, signal: AbortSignal): ToolOutcome {
  const reason = error instanceof Error ? error.message : String(error)
  const words = signal.aborted
    ? 'The call was interrupted.'
    : `The MCP server ${server} did not carry out the call: ${toServerLine(reason)}`
  return { content: words, isError: true, data: words }
}

/**
 * Runs something that reports by calling, and yields what it reports until it is done. Only the last report that
 * nobody has taken yet is kept: a server may report faster than anybody reads.
 */
async function* runWithProgress<T, P>(
  start: (report: (progress: P) => void) => Promise<T>,
): AsyncGenerator<P, T, undefined> {
  let latest: { readonly progress: P } | null = null
  let wake = (): void => {}
  const done = start(progress => {
    latest = { progress }
    wake()
  })
  const ended = done.then(
    () => 'ended' as const,
    () => 'ended' as const,
  )
  for (;;) {
    const reported = new Promise<'reported'>(resolve => {
      wake = () => resolve('reported')
    })
    const what = latest === null ? await Promise.race([reported, ended]) : 'reported'
    // The compiler does not see that `start` may have set it meanwhile.
    const taken = latest as { readonly progress: P } | null
    latest = null
    if (taken !== null) yield taken.progress
    if (what === 'ended') return done
    // Whoever listens may write each report down: a server that reports without end must not fill a disk.
    await Promise.race([ended, setTimeout(MCP_LIMITS.progressPauseMs, undefined, { ref: false })])
  }
}
