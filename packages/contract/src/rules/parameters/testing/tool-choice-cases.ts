import { type RuleCase, tool } from './rule-case.ts'

const OPUS_5 = { model: 'claude-opus-5' } as const
const FORCED = { tools: [tool()], tool_choice: { type: 'tool', name: 'read' } }

/** How the model is told to use its tools. */
export const toolChoiceCases: readonly RuleCase[] = [
  {
    rule: 'TCH-01',
    breaks: { tools: [], tool_choice: { type: 'any' } },
    says: 'tool_choice.any may only be specified while providing tools',
    neighbour: { tools: [], tool_choice: { type: 'auto' } },
    target: OPUS_5,
  },
  {
    rule: 'TCH-02',
    breaks: { tools: [tool()], tool_choice: { type: 'tool', name: 'write' } },
    says: "Tool 'write' not found in provided tools",
    neighbour: FORCED,
    target: OPUS_5,
  },
  {
    rule: 'TCH-02',
    breaks: { tool_choice: { type: 'tool', name: 'write' } },
    says: "Tool 'write' not found in provided tools",
    neighbour: {
      tools: [{ type: 'computer_toolset_20260801' }],
      tool_choice: { type: 'tool', name: 'screenshot' },
    },
    target: OPUS_5,
  },
  {
    rule: 'TCH-03',
    breaks: { ...FORCED, max_tokens: 2048, thinking: { type: 'enabled', budget_tokens: 1024 } },
    says: 'Thinking may not be enabled when tool_choice forces tool use.',
    neighbour: { ...FORCED, thinking: { type: 'adaptive' } },
    target: { model: 'claude-opus-4-6' },
  },
  {
    rule: 'TCH-04',
    breaks: FORCED,
    says: 'tool_choice: type "tool" and "any" are not supported for this model.',
    neighbour: { ...FORCED, tool_choice: { type: 'auto' } },
    target: { model: 'claude-opus-5-5' },
  },
  {
    rule: 'TCH-04',
    breaks: FORCED,
    says: 'tool_choice forces tool use is not compatible with this model.',
    neighbour: { ...FORCED, tool_choice: { type: 'none' } },
    target: { model: 'claude-fable-5' },
  },
  {
    rule: 'TCH-05',
    breaks: { ...FORCED, tools: [tool({ allowed_callers: ['code_execution_20260120'] })] },
    says: "tool_choice: tool 'read' cannot be forced because its allowed_callers do not include 'direct'",
    neighbour: { ...FORCED, tools: [tool({ allowed_callers: ['direct', 'code_execution_20260120'] })] },
    target: OPUS_5,
  },
]
