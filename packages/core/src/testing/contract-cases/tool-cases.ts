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

export const toolCases: readonly RuleCase[] = [
  {
    rule: 'TUP-01',
    title: 'a call that the user answers with words',
    breaks: request([ASKED, assistant(toolUse('t')), user('b')]),
    passes: request([ASKED, assistant(toolUse('t')), user(toolResult('t'), 'b')]),
    path: 'messages.1',
    message:
      'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: t. ' +
      'Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
  },
  {
    rule: 'TUP-01',
    title: 'a call in the middle without a result',
    breaks: request([
      ASKED,
      assistant(toolUse('t1'), toolUse('t2')),
      user(toolResult('t1')),
      assistant('b'),
      user('c'),
    ]),
    passes: request([
      ASKED,
      assistant(toolUse('t1')),
      assistant(toolUse('t2')),
      user(toolResult('t1')),
      user(toolResult('t2')),
      assistant('b'),
      user('c'),
    ]),
    path: 'messages.1',
  },
  {
    rule: 'TUP-02',
    title: 'a result without a call',
    breaks: request([user(toolResult('t'), 'a')]),
    passes: request([user('a')]),
    path: 'messages.0.content.0',
    message:
      'messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: t. ' +
      'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
  },
  {
    rule: 'TUP-02',
    title: 'a result that comes a turn too late',
    breaks: request([
      ASKED,
      assistant(toolUse('t')),
      user(toolResult('t')),
      assistant(toolUse('u')),
      user(toolResult('u'), toolResult('t')),
    ]),
    passes: request([
      ASKED,
      assistant(toolUse('t')),
      user(toolResult('t')),
      assistant(toolUse('u')),
      user(toolResult('u')),
    ]),
    path: 'messages.4.content.1',
  },
  {
    rule: 'TUP-03',
    title: 'two results for one call',
    breaks: request([ASKED, assistant(toolUse('t')), user(toolResult('t'), toolResult('t'))]),
    passes: request([ASKED, assistant(toolUse('t'), toolUse('u')), user(toolResult('t'), toolResult('u'))]),
    path: 'messages.2.content.1',
    message:
      'messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: t',
  },
  {
    rule: 'TUP-04',
    title: 'an id that a call of an earlier turn has',
    breaks: request([
      ASKED,
      assistant(toolUse('t')),
      user(toolResult('t')),
      assistant(toolUse('t')),
      user(toolResult('t')),
    ]),
    passes: request([
      ASKED,
      assistant(toolUse('t')),
      user(toolResult('t')),
      assistant(toolUse('T')),
      user(toolResult('T')),
    ]),
    path: 'messages.3.content.0',
    message: 'messages.3.content.0: `tool_use` ids must be unique',
  },
  {
    rule: 'TUP-05',
    title: 'a call by the user',
    breaks: request([user('a', toolUse('t'))]),
    passes: request([user('a')]),
    path: 'messages.0.content.1',
    message: 'messages.0: `tool_use` blocks can only be in `assistant` messages',
  },
  {
    rule: 'TUP-06',
    title: 'a result by the assistant',
    breaks: request([ASKED, assistant('b', toolResult('t')), user('c')]),
    passes: request([ASKED, assistant('b', toolUse('t')), user(toolResult('t'), 'c')]),
    path: 'messages.1.content.1',
    message: 'messages.1: `tool_result` blocks can only be in `user` messages',
  },
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
    rule: 'TUP-14',
    title: 'words before the result',
    breaks: request([ASKED, assistant(toolUse('t')), user('b', toolResult('t'))]),
    passes: request([ASKED, assistant(toolUse('t')), user(toolResult('t'), 'b')]),
    path: 'messages.1',
  },
  {
    rule: 'TUP-14',
    title: 'words between two results',
    breaks: request([
      ASKED,
      assistant(toolUse('t'), toolUse('u')),
      user(toolResult('t'), 'b'),
      user(toolResult('u')),
    ]),
    passes: request([
      ASKED,
      assistant(toolUse('t'), toolUse('u')),
      user(toolResult('t')),
      user(toolResult('u'), 'b'),
    ]),
    path: 'messages.1',
  },
  {
    rule: 'TUP-15',
    title: 'a system message between a call and its result',
    breaks: request([ASKED, assistant(toolUse('t')), system('b'), user(toolResult('t'))]),
    passes: request([ASKED, assistant(toolUse('t')), user(toolResult('t')), system('b')]),
    also: ['SYS-01', 'SYS-02'],
    path: 'messages.2',
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
