import type { RuleCase } from './rule-case.ts'

const OLD_HAIKU = { apiVersion: '2023-06-01', model: 'claude-haiku-4-5' } as const
const THINKING_DOCS =
  'Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking'
const SAMPLING_DOCS = `${THINKING_DOCS}#important-considerations-when-using-extended-thinking`
const BUDGET = { type: 'enabled', budget_tokens: 1024 }
const READ = { name: 'read', input_schema: { type: 'object' } }
const DOCUMENT = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Read me.' } }

/** What depends on the model: tokens, sampling, effort, tool choice. */
export const modelCases: readonly RuleCase[] = [
  {
    rule: 'TOK-01',
    breaks: { max_tokens: -1 },
    says: 'max_tokens: must be greater than or equal to 0',
    neighbour: { max_tokens: 0 },
  },
  {
    rule: 'TOK-02',
    breaks: { max_tokens: 250_000 },
    says: 'max_tokens: 250000 > 128000, which is the maximum allowed number of output tokens for claude-opus-4-7',
    neighbour: { max_tokens: 128_000 },
    target: { model: 'claude-opus-4-7' },
  },
  {
    rule: 'TOK-02',
    breaks: { max_tokens: 64_001 },
    says: 'max_tokens: 64001 > 64000, which is the maximum allowed number of output tokens for claude-haiku-4-5',
    neighbour: { max_tokens: 64_000 },
    target: { model: 'claude-haiku-4-5' },
  },
  {
    rule: 'TOK-05',
    breaks: { max_tokens: 0, stream: true },
    says: 'max_tokens: must be at least 1 when `stream` is true',
    neighbour: { max_tokens: 0, stream: false },
  },
  {
    rule: 'TOK-05',
    breaks: { max_tokens: 0, tools: [READ], tool_choice: { type: 'any' } },
    says: 'max_tokens: must be at least 1 when `tool_choice` forces tool use',
    neighbour: { max_tokens: 0, tools: [READ], tool_choice: { type: 'auto' } },
    target: { model: 'claude-opus-5' },
  },
  {
    rule: 'TOK-05',
    breaks: { max_tokens: 0, output_config: { format: { type: 'json_schema', schema: true } } },
    says: 'max_tokens: must be at least 1 when `output_config.format` is set',
    neighbour: { max_tokens: 0, output_config: { format: null } },
  },
  {
    rule: 'TOK-06',
    breaks: { temperature: 0.5 },
    says: '`temperature` is deprecated for this model.',
    neighbour: { temperature: 1, top_p: 0.99 },
    target: { apiVersion: '2023-06-01', model: 'claude-opus-4-7' },
  },
  {
    rule: 'TOK-06',
    breaks: { top_k: 5 },
    says: '`top_k` is deprecated for this model.',
    neighbour: { top_p: 1 },
    target: { apiVersion: '2023-06-01', model: 'claude-opus-4-7' },
  },
  {
    rule: 'TOK-07',
    breaks: { temperature: 0.5, top_p: 0.9 },
    says: '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
    neighbour: { temperature: 0.5 },
    target: OLD_HAIKU,
  },
  {
    rule: 'TOK-08',
    breaks: { max_tokens: 2048, thinking: BUDGET, temperature: 0.5 },
    says: `\`temperature\` may only be set to 1 when thinking is enabled or in adaptive mode. ${SAMPLING_DOCS}`,
    neighbour: { max_tokens: 2048, thinking: BUDGET, temperature: 1 },
    target: OLD_HAIKU,
  },
  {
    rule: 'TOK-08',
    breaks: { max_tokens: 2048, thinking: BUDGET, top_p: 0.9 },
    says: `\`top_p\` must be greater than or equal to 0.95 or unset when thinking is enabled or in adaptive mode. ${SAMPLING_DOCS}`,
    neighbour: { max_tokens: 2048, thinking: BUDGET, top_p: 0.95 },
    target: OLD_HAIKU,
  },
  {
    rule: 'TOK-08',
    breaks: { thinking: { type: 'adaptive' }, top_k: 5 },
    says: `\`top_k\` must be unset when thinking is enabled or in adaptive mode. ${SAMPLING_DOCS}`,
    neighbour: { thinking: { type: 'disabled' }, top_k: 5 },
    target: { apiVersion: '2023-06-01', model: 'claude-opus-4-6' },
  },
  {
    rule: 'TOK-09',
    breaks: { temperature: 2 },
    says: 'temperature: range: 0..1',
    neighbour: { temperature: 0 },
    target: OLD_HAIKU,
  },
  {
    rule: 'TOK-09',
    breaks: { top_k: -1 },
    says: 'top_k: must be greater than or equal to 0',
    neighbour: { top_k: 0 },
    target: OLD_HAIKU,
  },
  {
    rule: 'TOK-11',
    breaks: { output_config: { task_budget: { type: 'tokens', total: 19_999 } } },
    says: 'output_config.task_budget.total: Input should be greater than or equal to 20000',
    neighbour: { output_config: { task_budget: { type: 'tokens', total: 20_000 } } },
    target: { betas: ['task-budgets-2026-03-13'] },
  },
  {
    rule: 'TOK-11',
    breaks: {
      context_management: {
        edits: [{ type: 'clear_tool_uses_20250919' }, { type: 'clear_thinking_20251015' }],
      },
    },
    says: 'context_management.edits.1: clear_thinking_20251015 must be the first edit',
    neighbour: {
      context_management: {
        edits: [{ type: 'clear_thinking_20251015' }, { type: 'clear_tool_uses_20250919' }],
      },
    },
    target: { betas: ['context-management-2025-06-27'] },
  },
  {
    rule: 'TOK-11',
    breaks: { context_management: { edits: [{ type: 'compact_20260112', trigger: { value: 49_999 } }] } },
    says: 'context_management.edits.0.trigger.value: Input should be greater than or equal to 50000',
    neighbour: { context_management: { edits: [{ type: 'compact_20260112', trigger: { value: 50_000 } }] } },
    target: { betas: ['compact-2026-01-12'] },
  },
  {
    rule: 'OUT-01',
    breaks: {
      output_config: { format: { type: 'json_schema', schema: true } },
      messages: [{ role: 'user', content: [{ ...DOCUMENT, citations: { enabled: true } }] }],
    },
    says: 'messages.0.content.0.document.citations: citations cannot be used together with output_config.format',
    neighbour: {
      output_config: { format: { type: 'json_schema', schema: true } },
      messages: [{ role: 'user', content: [{ ...DOCUMENT, citations: { enabled: false } }] }],
    },
  },
  {
    rule: 'OUT-02',
    breaks: { output_config: { effort: 'low' } },
    says: 'This model does not support the effort parameter.',
    neighbour: { output_config: { effort: null } },
    target: { model: 'claude-haiku-4-5' },
  },
  {
    rule: 'OUT-02',
    breaks: { output_config: { effort: 'xhigh' } },
    says: "This model does not support effort level 'xhigh'. Supported levels: high, low, max, medium.",
    neighbour: { output_config: { effort: 'max' } },
    target: { model: 'claude-opus-4-6' },
  },
  {
    rule: 'OUT-02',
    breaks: { output_config: { effort: 'ultra' } },
    says: "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'",
    neighbour: { output_config: { effort: 'xhigh' } },
  },
]
