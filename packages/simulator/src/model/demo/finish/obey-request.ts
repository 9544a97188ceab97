import { type ApiRequest, isObject, type JsonObject } from '@antiphon/contract'
import type { AnswerBlock } from '../../simulated-model.ts'
import { fitSchema } from './fit-schema.ts'

/** Gives an answer the form that the request forces on it: `tool_choice`, then `output_config.format`. */
export function obeyRequest(blocks: readonly AnswerBlock[], request: ApiRequest): readonly AnswerBlock[] {
  return fitFormat(obeyToolChoice(blocks, request), request)
}

function obeyToolChoice(
  blocks: readonly AnswerBlock[],
  { tool_choice: choice, tools = [] }: ApiRequest,
): readonly AnswerBlock[] {
  if (choice?.type !== 'any' && choice?.type !== 'tool') return blocks
  const wanted = choice.type === 'tool' ? choice.name : undefined
  const fitting = blocks.filter(block => block.type === 'tool_use' && (!wanted || block.name === wanted))
  if (fitting.length > 0) return fitting
  const tool = wanted ? tools.find(({ name }) => name === wanted) : tools[0]
  if (!tool?.name) return blocks
  // Made of a JSON schema, it is JSON.
  const input = fitSchema({ ...tool.input_schema, type: 'object' }, textOf(blocks)) as JsonObject
  return [{ type: 'tool_use', name: tool.name, input }]
}

/** What is said beside calls is left out. `output_format` is the older name. */
function fitFormat(
  blocks: readonly AnswerBlock[],
  { output_config, output_format }: ApiRequest,
): readonly AnswerBlock[] {
  const format = output_config?.format ?? output_format
  if (!isObject(format) || format.type !== 'json_schema') return blocks
  const rest = blocks.filter(({ type }) => type !== 'text')
  if (rest.some(({ type }) => type === 'tool_use')) return rest
  return [...rest, { type: 'text', text: JSON.stringify(fitSchema(format.schema, textOf(blocks))) }]
}

function textOf(blocks: readonly AnswerBlock[]): string {
  return blocks.map(block => (block.type === 'text' ? String(block.text) : '')).join('')
}
