import {
  assistant,
  image,
  type RuleCase,
  request,
  searchToolResult,
  serverToolUse,
  toolResult,
  toolUse,
  user,
} from './rule-case.ts'

const ASKED = user('a')
const ID = 'srvtoolu_1'
const CODE = serverToolUse(ID, { name: 'code_execution' })
const BY_CODE = toolUse('t', { caller: { type: 'code_execution_20260120', tool_id: ID } })
const WEB_SEARCH = { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }

export const serverToolCases: readonly RuleCase[] = [
  {
    rule: 'SRV-01',
    title: 'an id of a client tool on a server tool',
    breaks: request([
      ASKED,
      assistant(serverToolUse('toolu_1'), searchToolResult('toolu_1'), 'b'),
      user('c'),
    ]),
    passes: request([ASKED, assistant(serverToolUse(ID), searchToolResult(ID), 'b'), user('c')]),
    path: 'messages.1.content.0.id',
    message:
      "messages.1.content.0.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
  },
  {
    rule: 'SRV-02',
    title: 'a server tool that does not exist',
    breaks: request([ASKED, assistant(serverToolUse(ID, { name: 'time_travel' }), 'b'), user('c')]),
    passes: request([ASKED, assistant(serverToolUse(ID), searchToolResult(ID), 'b'), user('c')]),
    path: 'messages.1.content.0.name',
  },
  {
    rule: 'SRV-02',
    title: 'the advisor without its beta',
    breaks: request([ASKED, assistant(...advice()), user('c')]),
    passes: request([ASKED, assistant(...advice()), user('c')]),
    passesTarget: { betas: ['advisor-tool-2026-03-01'] },
    also: ['ENV-11'],
    path: 'messages.1.content.0.name',
  },
  {
    rule: 'SRV-03',
    title: 'a server tool call without its result',
    breaks: request([ASKED, assistant(serverToolUse(ID), 'b'), user('c')], WEB_SEARCH),
    passes: request([ASKED, assistant(serverToolUse(ID), searchToolResult(ID), 'b'), user('c')], WEB_SEARCH),
    path: 'messages.1.content.0',
    message:
      'messages.1: `web_search` tool use with id `srvtoolu_1` was found without a corresponding ' +
      '`web_search_tool_result` block',
  },
  {
    rule: 'SRV-03',
    title: 'a result that does not open the answer after the client tool',
    breaks: request([
      ASKED,
      assistant(serverToolUse(ID), toolUse('t')),
      user(toolResult('t')),
      assistant('b'),
      user('c'),
    ]),
    passes: request([
      ASKED,
      assistant(serverToolUse(ID), toolUse('t')),
      user(toolResult('t')),
      assistant(searchToolResult(ID), 'b'),
      user('c'),
    ]),
    path: 'messages.1.content.0',
  },
  {
    rule: 'SRV-03',
    title: 'two calls of one id that share a result',
    breaks: request([
      ASKED,
      assistant(serverToolUse(ID), serverToolUse(ID), searchToolResult(ID), 'b'),
      user('c'),
    ]),
    passes: request([
      ASKED,
      assistant(
        serverToolUse(ID),
        serverToolUse(`${ID}2`),
        searchToolResult(`${ID}2`),
        searchToolResult(ID),
        'b',
      ),
      user('c'),
    ]),
    path: 'messages.1.content.0',
  },
  {
    rule: 'SRV-04',
    title: 'a server tool result without its call',
    breaks: request([ASKED, assistant(searchToolResult(ID), 'b'), user('c')]),
    passes: request([ASKED, assistant(serverToolUse(ID)), assistant(searchToolResult(ID), 'b'), user('c')]),
    path: 'messages.1.content.0',
    message:
      'messages.1.content.0: unexpected `tool_use_id` found in `web_search_tool_result` blocks: srvtoolu_1. ' +
      'Each `web_search_tool_result` block must have a corresponding `server_tool_use` block before it.',
  },
  {
    rule: 'SRV-05',
    title: 'a search hit without what was encrypted',
    breaks: request([
      ASKED,
      assistant(serverToolUse(ID), searchToolResult(ID, { content: [hit()] }), 'b'),
      user('c'),
    ]),
    passes: request([
      ASKED,
      assistant(serverToolUse(ID), searchToolResult(ID, { content: [hit('e')] }), 'b'),
      user('c'),
    ]),
    path: 'messages.1.content.1.content.0',
    message: 'messages.1.content.1.web_search_tool_result.content.0.encrypted_content: Field required',
  },
  {
    rule: 'SRV-06',
    title: 'a result by the client for a server tool',
    breaks: request([
      ASKED,
      assistant(serverToolUse(ID), searchToolResult(ID), 'b'),
      user(toolResult(ID), 'c'),
    ]),
    passes: request([ASKED, assistant(serverToolUse(ID), searchToolResult(ID), 'b'), user('c')]),
    path: 'messages.2.content.0',
  },
  {
    rule: 'SRV-07',
    title: 'words after the results while a server tool waits',
    breaks: request(
      [ASKED, assistant(serverToolUse(ID), toolUse('t')), user(toolResult('t'), 'b')],
      WEB_SEARCH,
    ),
    passes: request([ASKED, assistant(serverToolUse(ID), toolUse('t')), user(toolResult('t'))], WEB_SEARCH),
    path: 'messages.2.content.1',
    message:
      'messages.1: `web_search` tool use with id `srvtoolu_1` was found without a corresponding ' +
      '`web_search_tool_result` block',
  },
  {
    rule: 'SRV-12',
    title: 'a picture for a call that code made',
    breaks: request([ASKED, assistant(CODE, BY_CODE), user(toolResult('t', { content: [image()] }))]),
    passes: request([ASKED, assistant(CODE, BY_CODE), user(toolResult('t'))]),
    path: 'messages.2.content.0',
  },
  {
    rule: 'SRV-12',
    title: 'words after the result of a call that code made',
    breaks: request([ASKED, assistant(CODE, BY_CODE), user(toolResult('t'), 'b')]),
    passes: request([
      ASKED,
      assistant(CODE, BY_CODE),
      user(toolResult('t')),
      assistant(toolUse('u', { caller: BY_CODE.caller })),
      user(toolResult('u')),
      assistant({ type: 'code_execution_tool_result', tool_use_id: ID, content: {} }, 'b'),
      user('c'),
    ]),
    also: ['SRV-03'],
    path: 'messages.2.content.1',
  },
  {
    rule: 'PLT-01',
    title: 'a server tool on a platform without server tools',
    breaks: request([ASKED, assistant(serverToolUse(ID), searchToolResult(ID), 'b'), user('c')]),
    passes: request([ASKED, assistant(serverToolUse(ID), searchToolResult(ID), 'b'), user('c')]),
    target: { platform: 'bedrock' },
    passesTarget: { platform: 'vertex' },
    path: 'messages.1.content.0',
  },
]

function advice(): Record<string, unknown>[] {
  return [
    serverToolUse(ID, { name: 'advisor' }),
    { type: 'advisor_tool_result', tool_use_id: ID, content: {} },
    { type: 'text', text: 'b' },
  ]
}

function hit(encrypted?: string): Record<string, unknown> {
  return { type: 'web_search_result', title: 't', url: 'https://a', encrypted_content: encrypted }
}
