import type { RuleCase } from './rule-case.ts'

const THINKING_DOCS =
  'Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking'
const USE_ADAPTIVE = 'Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.'
const BUDGET = { type: 'enabled', budget_tokens: 1024 }
const CALL = { type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }
const RESULT = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }
const THOUGHT = { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }
const MANUAL_THINKING = `When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`. ${THINKING_DOCS}`

/** Thinking, as models offer it. */
export const thinkingCases: readonly RuleCase[] = [
  {
    rule: 'THK-01',
    breaks: { max_tokens: 2048, thinking: BUDGET },
    says: `"thinking.type.enabled" is not supported for this model. ${USE_ADAPTIVE}`,
    neighbour: { thinking: { type: 'adaptive' } },
    target: { model: 'claude-opus-4-7' },
  },
  {
    rule: 'THK-01',
    breaks: { thinking: { type: 'between_tools' } },
    says: '"thinking.type.between_tools" is not supported for this model.',
    neighbour: { max_tokens: 2048, thinking: BUDGET },
    target: { model: 'claude-opus-5-5', strict: false },
  },
  {
    rule: 'THK-02',
    breaks: { thinking: { type: 'disabled' } },
    says: `"thinking.type.disabled" is not supported for this model. ${USE_ADAPTIVE}`,
    neighbour: { thinking: { type: 'adaptive' } },
  },
  {
    rule: 'THK-02',
    breaks: { thinking: { type: 'disabled' } },
    says: 'To turn thinking off on this model, send "thinking": {"type": "between_tools"} instead of {"type": "disabled"}. The model does not think before responding. The short updates it writes between tool calls come back as thinking blocks.',
    neighbour: { thinking: { type: 'between_tools' } },
    target: { model: 'claude-sonnet-5-5' },
  },
  {
    rule: 'THK-02',
    breaks: { thinking: { type: 'disabled' } },
    says: '"thinking.type.disabled" is not supported for this model. Thinking defaults to adaptive mode when not specified; use "thinking.type.enabled" with "budget_tokens" for extended thinking.',
    neighbour: { max_tokens: 2048, thinking: BUDGET },
    target: { model: 'claude-mythos-preview' },
  },
  {
    rule: 'THK-03',
    breaks: { thinking: { type: 'adaptive' } },
    says: 'adaptive thinking is not supported on this model',
    neighbour: { thinking: { type: 'disabled' } },
    target: { model: 'claude-sonnet-4-5-20250929' },
  },
  {
    rule: 'THK-04',
    breaks: { thinking: { type: 'enabled', budget_tokens: 1023 } },
    says: 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
    neighbour: { max_tokens: 2048, thinking: BUDGET },
    target: { model: 'claude-haiku-4-5' },
  },
  {
    rule: 'THK-04',
    breaks: { thinking: { type: 'enabled' } },
    says: 'thinking.enabled.budget_tokens: Field required',
    neighbour: { thinking: { type: 'disabled' } },
    target: { model: 'claude-haiku-4-5' },
  },
  {
    rule: 'THK-05',
    breaks: { max_tokens: 1024, thinking: BUDGET },
    says: `\`max_tokens\` must be greater than \`thinking.budget_tokens\`. ${THINKING_DOCS}#max-tokens-and-context-window-size`,
    neighbour: { max_tokens: 1025, thinking: BUDGET },
    target: { model: 'claude-haiku-4-5' },
  },
  {
    rule: 'THK-06',
    breaks: { thinking: { type: 'disabled' }, output_config: { effort: 'max' } },
    says: "output_config.effort 'max' is not supported when thinking is disabled on this model. Use effort 'high' or below, or enable thinking.",
    neighbour: { thinking: { type: 'disabled' }, output_config: { effort: 'high' } },
    target: { model: 'claude-opus-5' },
  },
  {
    rule: 'THK-06',
    breaks: { thinking: { type: 'between_tools' }, output_config: { effort: 'xhigh' } },
    says: "output_config.effort 'xhigh' is not supported when thinking is disabled on this model. Use effort 'high' or below, or enable thinking.",
    neighbour: { thinking: { type: 'adaptive' }, output_config: { effort: 'xhigh' } },
    target: { model: 'claude-sonnet-5-5' },
  },
  {
    rule: 'THK-07',
    breaks: { thinking: { type: 'adaptive', display: 'updates' } },
    says: "thinking.adaptive.display: Input should be 'summarized' or 'omitted'",
    neighbour: { thinking: { type: 'adaptive', display: 'omitted' } },
  },
  {
    rule: 'THK-07',
    breaks: { thinking: { type: 'disabled', display: 'omitted' } },
    says: 'thinking.disabled.display: Extra inputs are not permitted',
    neighbour: { thinking: { type: 'adaptive', display: 'updates' } },
    target: { model: 'claude-opus-5', betas: ['thinking-display-updates-2026-08-18'] },
  },
  {
    rule: 'THK-14',
    breaks: {
      max_tokens: 2048,
      thinking: BUDGET,
      messages: [
        { role: 'user', content: 'Read it.' },
        { role: 'assistant', content: [CALL] },
        { role: 'user', content: [RESULT] },
      ],
    },
    says: `messages.1.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`tool_use\`. ${MANUAL_THINKING}`,
    neighbour: {
      max_tokens: 2048,
      thinking: BUDGET,
      messages: [
        { role: 'user', content: 'Read it.' },
        { role: 'assistant', content: [THOUGHT, CALL] },
        { role: 'user', content: [RESULT, { type: 'text', text: 'Go on.' }] },
        { role: 'assistant', content: [{ ...CALL, id: 'toolu_2' }] },
        { role: 'user', content: [{ ...RESULT, tool_use_id: 'toolu_2' }] },
      ],
    },
    target: { model: 'claude-haiku-4-5' },
  },
  ...[
    { content: 'The answer is', found: 'text' },
    {
      content: [{ type: 'text', text: 'The answer is' }, THOUGHT, { type: 'text', text: ':' }],
      found: 'text',
    },
  ].map(
    ({ content, found }): RuleCase => ({
      rule: 'THK-14',
      breaks: {
        max_tokens: 2048,
        thinking: BUDGET,
        messages: [
          { role: 'user', content: 'How much?' },
          { role: 'assistant', content },
        ],
      },
      says: `messages.1.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${found}\`. ${MANUAL_THINKING}`,
      neighbour: {
        max_tokens: 2048,
        messages: [
          { role: 'user', content: 'How much?' },
          { role: 'assistant', content: 'The answer is' },
        ],
      },
      target: { model: 'claude-haiku-4-5' },
    }),
  ),
  {
    rule: 'THK-23',
    breaks: { thinking: { type: 'adaptive', block_binding: {} } },
    says: 'thinking.adaptive.block_binding: Extra inputs are not permitted',
    neighbour: { thinking: { type: 'adaptive' } },
  },
]
