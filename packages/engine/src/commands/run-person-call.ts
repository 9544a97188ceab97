import { randomUUID } from 'node:crypto'
import { isObject, type JsonObject } from '@antiphon/contract'
import { type Message, REJECT_MESSAGE } from '@antiphon/core'
import type { Permit, QueryContext } from '../query/query-context.ts'
import { runTool } from '../query/run-tool.ts'
import { untilInterrupted } from '../query/until-interrupted.ts'
import type { AgentTool, InputProblem, PreparedCall, ToolOutcome } from '../tool/agent-tool.ts'

/** A tool that a person uses, not the model. */
export type PersonCall = {
  readonly tool: AgentTool
  readonly input: JsonObject
  /** What a refusal begins with: `The command was not run`. */
  readonly not: string
}

/** What became of it: what the tool gave, or why it did not run; `messages` is what hooks said. */
export type PersonRun = { readonly messages: readonly Message[] } & (
  | { readonly outcome: ToolOutcome }
  | { readonly refusal: string }
)

/** Runs a tool for a person as it would run for the model: the same hooks, rules, questions and sandbox. */
export async function* runPersonCall(
  context: QueryContext,
  { tool, input, not }: PersonCall,
): AsyncGenerator<Message, PersonRun, undefined> {
  const { signal } = context
  const toolUseId = `person_${randomUUID()}`
  const prepare = async (changed: JsonObject): Promise<PreparedCall | InputProblem> =>
    tool.prepare(changed, context.toolContext(toolUseId))
  const prepared = await prepare(input)
  if ('problem' in prepared) return refuse(prepared.problem)
  const asked = { toolName: tool.name, toolUseId, call: prepared, prepare, signal }
  const permit = await untilInterrupted(context.permit(asked), signal)
  if (permit === null || signal.aborted) return refuse(`${not}: it was interrupted.`)
  if (permit.behavior === 'deny') return refuse(describeRefusal(permit, not), permit.messages)
  // What was typed is in the log before it has effects.
  if (!permit.call.isReadOnly) await context.flush()
  const block = { type: 'tool_use', id: toolUseId, name: tool.name, input: permit.call.input } as const
  const outcome = yield* runTool({ block }, permit.call, signal)
  return { outcome, messages: permit.messages }
}

/** Files that a command reads or writes which a person typed. */
export type FileUse = { readonly kind: 'read' | 'write'; readonly paths: readonly string[] }

/** Whether a typed command may use files, by the same hooks, rules and questions as Read and Write; gives why not, else null. */
export async function permitFileUse(context: QueryContext, { kind, paths }: FileUse): Promise<string | null> {
  const { signal } = context
  if (paths.length === 0) return null
  const path = paths.join(', ')
  const toolName = kind === 'read' ? 'Read' : 'Write'
  const call: PreparedCall = {
    input: { file_path: path },
    access: { kind, paths },
    isReadOnly: kind === 'read',
    isConcurrencySafe: false,
    title: `${toolName} ${path}`,
    // biome-ignore lint/correctness/useYield: who asked does it
    run: async function* () {
      return { content: '' }
    },
  }
  const prepare = async (): Promise<PreparedCall> => call
  const asked = { toolName, toolUseId: `person_${randomUUID()}`, call, prepare, signal }
  const permit = await untilInterrupted(context.permit(asked), signal)
  const not = `${path} was not ${kind === 'read' ? 'read' : 'written'}`
  if (permit === null || signal.aborted) return `${not}: it was interrupted.`
  return permit.behavior === 'deny' ? describeRefusal(permit, not) : null
}

/** What the model reads of a refusal is not what a person reads of their own command's. */
function describeRefusal({ message, reason }: Permit & { readonly behavior: 'deny' }, not: string): string {
  if (reason !== undefined) return `${not}: ${reason}.`
  const why = message === REJECT_MESSAGE ? 'No rule allows it, and nobody did who was asked.' : message
  return `${not}. ${why}`
}

function refuse(refusal: string, messages: readonly Message[] = []): PersonRun {
  return { refusal, messages }
}

/** An outcome in words. */
export function readOutcome({ content }: ToolOutcome): string {
  if (typeof content === 'string') return content
  return content.flatMap(block => (isObject(block) && block.type === 'text' ? [block.text] : [])).join('\n')
}
