import { type Changes, type RuleCase, tool } from './rule-case.ts'

const MARKER = { cache_control: { type: 'ephemeral' } }
const COMPACT = { betas: ['compact-2026-09-04'] }
const COMPACTION = { type: 'compaction', content: 'We spoke.', signature: 'c2ln' }
const QUESTION = { role: 'user', content: 'And now?' }
const FALLBACK = { betas: ['server-side-fallback-2026-07-01'] }
const THREADS = { betas: ['message-threads-2026-08-12'] }
const SUMMARIZE = { compaction: { type: 'summarize' } }
const TAB = { tab_id: '1', title: 'A', url: 'https://a.example', active: true }

/** What a request says about state that it shares with the server or with a browser. */
export const stateCases: readonly RuleCase[] = [
  {
    rule: 'CAC-05',
    breaks: { ...MARKER, tools: marked(4) },
    says: 'A maximum of 4 blocks with cache_control may be provided. Found 5.',
    neighbour: { ...MARKER, tools: marked(3) },
  },
  {
    rule: 'CAC-05',
    breaks: { ...MARKER, messages: [{ role: 'user', content: [text({ ttl: '1h' })] }] },
    says: 'cache_control: the last block is marked with another ttl',
    neighbour: { ...MARKER, messages: [{ role: 'user', content: [text({ ttl: '5m' })] }] },
  },
  {
    rule: 'CAC-05',
    breaks: MARKER,
    says: 'cache_control: Extra inputs are not permitted',
    neighbour: { cache_control: null },
    target: { platform: 'bedrock' },
  },
  {
    rule: 'CMP-01',
    breaks: { messages: [QUESTION, { role: 'user', content: [COMPACTION] }] },
    says: 'messages.1.content.0: a compaction block must be the first block of the conversation',
    neighbour: { messages: [{ role: 'user', content: [COMPACTION] }, QUESTION] },
    target: COMPACT,
  },
  {
    rule: 'CMP-02',
    breaks: { messages: [{ role: 'user', content: [COMPACTION, COMPACTION] }] },
    says: 'messages.0.content.1: only one compaction block may have content',
    neighbour: { messages: [{ role: 'user', content: [COMPACTION, { ...COMPACTION, content: null }] }] },
    target: COMPACT,
  },
  {
    rule: 'CMP-03',
    breaks: { messages: [{ role: 'user', content: [{ ...COMPACTION, signature: null }] }] },
    says: 'messages.0.content.0: Invalid `signature` in `compaction` block',
    neighbour: { messages: [{ role: 'user', content: [COMPACTION] }] },
    target: COMPACT,
  },
  {
    rule: 'CMP-04',
    breaks: { ...SUMMARIZE, messages: [{ role: 'user', content: [COMPACTION] }] },
    says: 'messages: there is no user or assistant content to summarize',
    neighbour: { ...SUMMARIZE, messages: [{ role: 'user', content: [COMPACTION] }, QUESTION] },
    target: COMPACT,
  },
  {
    rule: 'CMP-04',
    breaks: { ...SUMMARIZE, messages: [QUESTION, { role: 'assistant', content: [call('tool_use')] }] },
    says: 'messages.1: a compaction request must not end on an unfinished assistant turn',
    neighbour: {
      ...SUMMARIZE,
      messages: [
        QUESTION,
        {
          role: 'assistant',
          content: [
            call('server_tool_use'),
            { type: 'web_search_tool_result', tool_use_id: 'id', content: [] },
          ],
        },
      ],
    },
    target: COMPACT,
  },
  {
    rule: 'CMP-05',
    breaks: { ...SUMMARIZE, context_management: {} },
    says: 'compaction: cannot be combined with context_management',
    neighbour: { ...SUMMARIZE, context_management: null },
    target: { betas: ['compact-2026-09-04', 'context-management-2025-06-27'] },
  },
  {
    rule: 'CMP-05',
    breaks: { messages: [{ role: 'user', content: [{ ...COMPACTION, content: '' }] }] },
    says: 'messages.0.content.0.compaction.content: String should have at least 1 character',
    neighbour: { messages: [{ role: 'user', content: [{ ...COMPACTION, content: null }] }] },
    target: COMPACT,
  },
  {
    rule: 'THR-01',
    breaks: { thread: { type: 'continue' } },
    says: 'thread.continue.previous_message_id: Field required',
    neighbour: { thread: { type: 'continue', previous_message_id: 'msg_1' } },
    target: THREADS,
  },
  {
    rule: 'THR-01',
    breaks: { thread: { type: 'fork' } },
    says: "thread: Input tag 'fork' found using 'type' does not match any of the expected tags: 'continue', 'create'",
    neighbour: { thread: { type: 'create' } },
    target: THREADS,
  },
  {
    rule: 'FBK-01',
    breaks: { fallbacks: models(4) },
    says: 'fallbacks: List should have at most 3 items',
    neighbour: { fallbacks: models(3) },
    target: FALLBACK,
  },
  {
    rule: 'FBK-01',
    breaks: { fallbacks: [{ model: 'claude-opus-5-5' }] },
    says: 'fallbacks.0.model: each model may appear only once',
    neighbour: { fallbacks: 'default' },
    target: FALLBACK,
  },
  {
    rule: 'FBK-01',
    breaks: { fallbacks: [{}] },
    says: 'fallbacks.0.model: Field required',
    neighbour: { fallbacks: null },
    target: FALLBACK,
  },
  {
    rule: 'TDF-11',
    breaks: { tools: [{ type: 'browser_toolset_20260801', name: 'browser' }] },
    says: "tools.0.browser_toolset_20260801: name is not accepted on a toolset entry: the member names are fixed by the dated type, and the served tool keeps the family's bare name",
    neighbour: { tools: [{ type: 'browser_toolset_20260801', configs: {} }] },
  },
  {
    rule: 'TDF-11',
    breaks: { messages: browserResult({ toolset_name: undefined, content: [] }) },
    says: "messages.2.content.0.tool_result: toolset_name should be 'browser', as in its tool_use",
    neighbour: { messages: browserResult({ content: [] }) },
  },
  {
    rule: 'TDF-11',
    breaks: { messages: browserResult({ content: [{ type: 'document' }] }) },
    says: 'messages.2.content.0.tool_result: the result of a toolset member may hold text, images and one browser_state',
    neighbour: { messages: browserResult({ content: [{ type: 'text', text: 'x' }, state([TAB])] }) },
  },
  {
    rule: 'TDF-12',
    breaks: { messages: browserResult({ content: [state([TAB, { ...TAB, active: false }])] }) },
    says: 'messages.2.content.0.tool_result.content.0.browser_state.tabs: tab_id must be unique',
    neighbour: { messages: browserResult({ content: [state([])] }) },
  },
  {
    rule: 'TDF-12',
    breaks: { messages: browserResult({ content: [state([{ ...TAB, active: false }])] }) },
    says: 'messages.2.content.0.tool_result.content.0.browser_state.tabs: exactly one tab must be active',
    neighbour: { messages: browserResult({ content: [state([TAB, { tab_id: '2' }])] }) },
  },
  {
    rule: 'TDF-12',
    breaks: { messages: browserResult({ content: [state([{ ...TAB, title: 'a\u0000b' }])] }) },
    says: 'messages.2.content.0.tool_result.content.0.browser_state: strings must not contain control characters',
    neighbour: { messages: browserResult({ content: [state([{ ...TAB, title: 'x'.repeat(4096) }])] }) },
  },
  {
    rule: 'TDF-12',
    breaks: { messages: browserResult({ content: [{ ...state([TAB]), state_changes: [] }] }) },
    says: 'messages.2.content.0.tool_result.content.0.browser_state.state_changes: List should have at least 1 item',
    neighbour: {
      messages: browserResult({
        content: [{ ...state([TAB]), state_changes: [{ type: 'tab_opened', tab_id: '1' }] }],
      }),
    },
  },
  {
    rule: 'TDF-12',
    breaks: { messages: browserResult({ content: [state([{ ...TAB, title: 'x'.repeat(4097) }])] }) },
    says: 'messages.2.content.0.tool_result.content.0.browser_state: strings should have at most 4096 characters',
    neighbour: { messages: browserResult({ content: [state([{ ...TAB, title: '😀'.repeat(4096) }])] }) },
  },
  {
    rule: 'TDF-12',
    breaks: {
      messages: browserResult({
        content: [{ ...state([TAB]), state_changes: [{ type: 'tab_opened', tab_id: '2' }] }],
      }),
    },
    says: 'messages.2.content.0.tool_result.content.0.browser_state.state_changes: an opened tab must be among tabs',
    neighbour: { messages: browserResult({ content: [{ ...state([TAB]), state_changes: null }] }) },
  },
  {
    rule: 'FBK-01',
    breaks: { fallbacks: 'opus' },
    says: 'fallbacks: Input should be a valid array',
    neighbour: { fallbacks: [] },
    target: FALLBACK,
  },
  {
    rule: 'FBK-01',
    breaks: { fallbacks: models(1), fallback_credit_token: 'x' },
    says: 'fallbacks: cannot be combined with fallback_credit_token',
    neighbour: { fallback_credit_token: 'x' },
    target: { betas: ['server-side-fallback-2026-07-01', 'fallback-credit-2026-07-01'] },
  },
  {
    rule: 'TDF-11',
    breaks: { messages: browserResult({ is_error: true, content: [state([TAB])] }) },
    says: 'messages.2.content.0.tool_result: an error result has no browser_state',
    neighbour: { messages: browserResult({ is_error: false, content: [state([TAB])] }) },
  },
  {
    rule: 'CMP-01',
    breaks: { messages: [{ role: 'system', content: [COMPACTION] }] },
    says: 'messages.0.content.0: a compaction block must be the first block of the conversation',
    neighbour: { messages: [{ role: 'assistant', content: [COMPACTION] }] },
    target: COMPACT,
  },
]

function marked(count: number): readonly Changes[] {
  return Array.from({ length: count }, (_, index) => tool({ ...MARKER, name: `t${index}` }))
}

function text(marker: Changes): Changes {
  return { type: 'text', text: 'Hello', cache_control: { type: 'ephemeral', ...marker } }
}

function call(type: string): Changes {
  return { type, id: 'id', name: 'web_search', input: {} }
}

function models(count: number): readonly Changes[] {
  return Array.from({ length: count }, (_, index) => ({ model: `claude-${index}` }))
}

function state(tabs: readonly Changes[]): Changes {
  return { type: 'browser_state', tabs }
}

function browserResult(changes: Changes): readonly Changes[] {
  const use = { type: 'tool_use', id: 'toolu_1', name: 'list_tabs', input: {}, toolset_name: 'browser' }
  const result = { type: 'tool_result', tool_use_id: 'toolu_1', toolset_name: 'browser', ...changes }
  return [QUESTION, { role: 'assistant', content: [use] }, { role: 'user', content: [result] }]
}
