import {
  assistant,
  image,
  type RuleCase,
  request,
  serverToolUse,
  system,
  toolResult,
  toolUse,
  user,
} from './rule-case.ts'

const TOOLS = { tools: [{ name: 'Read', input_schema: { type: 'object' } }] }
const ASKED = user('a')
const FAILED = { is_error: true }

/** What stands inside a call or a result, and what it refers to. */
export const toolBlockCases: readonly RuleCase[] = [
  {
    rule: 'TUP-07',
    title: 'an id with a colon',
    breaks: request([ASKED, assistant(toolUse('call:1')), user(toolResult('call:1'))]),
    passes: request([ASKED, assistant(toolUse('call_1')), user(toolResult('call_1'))]),
    path: 'messages.1.content.0.id',
    message: "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
  },
  {
    rule: 'TUP-07',
    title: 'a result that names no call',
    breaks: request([ASKED, assistant('b'), user({ type: 'tool_result', content: 'c' })]),
    passes: request([ASKED, assistant('b'), user('c')]),
    path: 'messages.2.content.0.tool_use_id',
  },
  {
    rule: 'TUP-08',
    title: 'an input that is still a string',
    breaks: request([ASKED, assistant(toolUse('t', { input: '{}' })), user(toolResult('t'))]),
    passes: request([ASKED, assistant(toolUse('t', { input: {} })), user(toolResult('t'))]),
    path: 'messages.1.content.0.input',
    message: 'messages.1.content.0.tool_use.input: Input should be an object',
  },
  {
    rule: 'TUP-09',
    title: 'a call without a name',
    breaks: request([ASKED, assistant(toolUse('t', { name: '' })), user(toolResult('t'))]),
    passes: request([
      ASKED,
      assistant(toolUse('t', { name: 'a tool that nobody defines' })),
      user(toolResult('t')),
    ]),
    path: 'messages.1.content.0.name',
  },
  {
    rule: 'TUP-09',
    title: 'a name that is too long',
    breaks: request([ASKED, assistant(toolUse('t', { name: 'x'.repeat(201) })), user(toolResult('t'))]),
    passes: request([ASKED, assistant(toolUse('t', { name: 'x'.repeat(200) })), user(toolResult('t'))]),
    path: 'messages.1.content.0.name',
  },
  {
    rule: 'TUP-10',
    title: 'a failure that says nothing',
    breaks: request([ASKED, assistant(toolUse('t')), user(toolResult('t', { ...FAILED, content: '' }))]),
    passes: request([
      ASKED,
      assistant(toolUse('t')),
      user(toolResult('t', { is_error: false, content: '' })),
    ]),
    path: 'messages.2.content.0',
    message: 'messages.2.content.0.tool_result: content cannot be empty if `is_error` is true',
  },
  {
    rule: 'TUP-11',
    title: 'a failure with a picture',
    breaks: request([
      ASKED,
      assistant(toolUse('t')),
      user(toolResult('t', { ...FAILED, content: [image()] })),
    ]),
    passes: request([ASKED, assistant(toolUse('t')), user(toolResult('t', FAILED), image())]),
    path: 'messages.2.content.0',
    message: 'messages.2.content.0.tool_result: all content must be type `text` if `is_error` is true',
  },
  {
    rule: 'TUP-12',
    title: 'a result inside a result',
    breaks: request([ASKED, assistant(toolUse('t')), user(toolResult('t', { content: [toolResult('u')] }))]),
    passes: request([ASKED, assistant(toolUse('t')), user(toolResult('t', { content: [image()] }))]),
    path: 'messages.2.content.0.content.0',
  },
  {
    rule: 'TUP-12',
    title: 'a search result among other content',
    breaks: request([
      ASKED,
      assistant(toolUse('t')),
      user(toolResult('t', { content: [search(), { type: 'text', text: 'b' }] })),
    ]),
    passes: request([
      ASKED,
      assistant(toolUse('t')),
      user(toolResult('t', { content: [search(), search()] })),
    ]),
    path: 'messages.2.content.0.content',
  },
  {
    rule: 'TUP-16',
    title: 'a caller that is not there',
    breaks: request([
      ASKED,
      assistant(toolUse('t', { caller: caller('srvtoolu_1') })),
      user(toolResult('t')),
    ]),
    passes: request([
      ASKED,
      assistant(
        serverToolUse('srvtoolu_1', { name: 'code_execution' }),
        toolUse('t', { caller: caller('srvtoolu_1') }),
      ),
      user(toolResult('t')),
    ]),
    path: 'messages.1.content.0.caller',
    message: 'messages.1.content.0.tool_use.caller: source tool srvtoolu_1 not found',
  },
  {
    rule: 'TUP-16',
    title: 'a caller of a kind that nobody knows',
    breaks: request([ASKED, assistant(toolUse('t', { caller: { type: 'magic' } })), user(toolResult('t'))]),
    passes: request([ASKED, assistant(toolUse('t', { caller: { type: 'direct' } })), user(toolResult('t'))]),
    path: 'messages.1.content.0.caller',
  },
  {
    rule: 'TRF-01',
    title: 'a reference to a tool that is gone',
    breaks: request(
      [ASKED, assistant(toolUse('t')), user(toolResult('t', { content: [reference('Gone')] }))],
      TOOLS,
    ),
    passes: request(
      [ASKED, assistant(toolUse('t')), user(toolResult('t', { content: [reference('Read')] }))],
      TOOLS,
    ),
    path: 'messages.2.content.0.content.0',
    message: "Tool reference 'Gone' not found in available tools",
  },
  {
    rule: 'TRF-01',
    title: 'a tool added by a name that is not defined',
    breaks: request([ASKED, system(addition('Gone'))], TOOLS),
    passes: request([ASKED, system(addition('Read'))], TOOLS),
    target: { betas: ['mid-conversation-tool-changes-2026-07-01'] },
    path: 'messages.1.content.0',
  },
]

function search(): Record<string, unknown> {
  return { type: 'search_result', source: 's', title: 't', content: [{ type: 'text', text: 'x' }] }
}

function caller(id: string): Record<string, unknown> {
  return { type: 'code_execution_20260120', tool_id: id }
}

function reference(name: string): Record<string, unknown> {
  return { type: 'tool_reference', tool_name: name }
}

function addition(name: string): Record<string, unknown> {
  return { type: 'tool_addition', tool: { type: 'tool_reference', name } }
}
