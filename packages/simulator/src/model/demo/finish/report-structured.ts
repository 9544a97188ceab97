import { isObject } from '@antiphon/core'
import type { AnswerBlock } from '../../simulated-model.ts'
import type { Situation } from '../situation/situation.ts'
import { makeValue } from '../tools/make-value.ts'
import type { OfferedTool } from '../tools/offered-tools.ts'
import { plainName } from '../tools/plain-name.ts'

export type ReportOptions = {
  readonly situation: Situation
  readonly tools: readonly OfferedTool[]
  readonly isThinking: boolean
}

/** Where a harness wants its result through a tool, the end of a wish is handed in there, once. */
export function reportStructured(
  blocks: readonly AnswerBlock[],
  { situation, tools, isThinking }: ReportOptions,
): readonly AnswerBlock[] {
  const tool = tools.find(({ name }) => plainName(name) === 'structuredoutput')
  if (!tool || blocks.some(({ type }) => type === 'tool_use')) return blocks
  if (situation.rounds.flat().some(({ name }) => name === tool.name)) return blocks
  const said = blocks.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('\n')
  const input = makeValue(tool.schema, () => said)
  const thinking = situation.language === 'zh' ? '用工具交出结果。' : 'I hand the result in through the tool.'
  return [
    ...(isThinking ? [{ type: 'thinking', thinking } as const] : []),
    ...blocks,
    { type: 'tool_use', name: tool.name, input: isObject(input) ? input : {} },
  ]
}
