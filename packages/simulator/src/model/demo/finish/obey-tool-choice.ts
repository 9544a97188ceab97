import { type ApiRequest, isObject } from '@antiphon/core'
import type { AnswerBlock } from '../../simulated-model.ts'
import { fitInput } from '../tools/fit-input.ts'
import type { OfferedTool } from '../tools/offered-tools.ts'

export type ToolChoiceOptions = {
  readonly request: ApiRequest
  readonly tools: readonly OfferedTool[]
  /** What the person said: the stuff for an input that nobody described. */
  readonly text: string
}

/** Makes an answer call what `tool_choice` forces it to call. */
export function obeyToolChoice(
  blocks: readonly AnswerBlock[],
  { request, tools, text }: ToolChoiceOptions,
): readonly AnswerBlock[] {
  const choice = request.tool_choice
  if (choice?.type !== 'any' && choice?.type !== 'tool') return blocks
  const name = choice.type === 'tool' ? choice.name : undefined
  const fitting = blocks.filter(
    block => block.type === 'tool_use' && (name === undefined || block.name === name),
  )
  if (fitting.length > 0) return fitting
  const tool = name === undefined ? tools[0] : tools.find(candidate => candidate.name === name)
  if (!tool) return blocks
  const input = fitInput({ tool, needed: {}, hints: () => text || 'demo' })
  return [{ type: 'tool_use', name: tool.name, input: isObject(input) ? input : {} }]
}
