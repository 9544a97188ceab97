import {
  assistant,
  image,
  type RuleCase,
  request,
  searchToolResult,
  serverToolUse,
  system,
  user,
} from './rule-case.ts'

const ID = 'srvtoolu_1'
const EFFORT = { role: 'system', content: [], output_config: { effort: 'low' } }
const EFFORT_BETA = { betas: ['mid-conversation-output-config-2026-07-01'] }

export const systemMessageCases: readonly RuleCase[] = [
  {
    rule: 'SYS-01',
    title: 'a system message after the words of the assistant',
    breaks: request([user('a'), assistant('b'), system('c'), assistant('d'), user('e')]),
    passes: request([
      user('a'),
      assistant(serverToolUse(ID), searchToolResult(ID)),
      system('c'),
      assistant('d'),
      user('e'),
    ]),
    path: 'messages.2',
    message:
      "messages.2: role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool " +
      'result; the directive-only form (content: [] with output_config) is accepted at any position',
  },
  {
    rule: 'SYS-02',
    title: 'a system message before the words of the user',
    breaks: request([user('a'), system('b'), system('c'), user('d')]),
    passes: request([user('a'), system('b'), system('c'), assistant('d'), user('e'), system('f')]),
    path: 'messages.2',
  },
  {
    rule: 'SYS-03',
    title: 'a system message that opens the conversation',
    breaks: request([system('a'), assistant('b'), user('c')]),
    passes: request([user('c')], { system: 'a' }),
    path: 'messages.0',
  },
  {
    rule: 'SYS-03',
    title: 'a system message before all but a directive',
    breaks: request([EFFORT, system('a'), assistant('b'), user('c')]),
    passes: request([EFFORT, user('c')]),
    target: EFFORT_BETA,
    path: 'messages.1',
  },
  {
    rule: 'SYS-04',
    title: 'a system message that says nothing',
    breaks: request([user('a'), system()]),
    passes: request([user('a'), EFFORT]),
    target: EFFORT_BETA,
    path: 'messages.1',
    message: 'messages.1: system content must contain at least one block',
  },
  {
    rule: 'SYS-05',
    title: 'a picture in a system message',
    breaks: request([user('a'), system('b', image())]),
    passes: request([user('a', image()), system('b')]),
    path: 'messages.1.content.1',
    message: "messages.1: role 'system' supports text, tool_addition, and tool_removal blocks only",
  },
  {
    rule: 'SYS-06',
    title: 'a system message on a model without them',
    breaks: request([user('a'), system('b')], { model: 'claude-opus-4-7' }),
    passes: request([user('a'), system('b')], { model: 'claude-opus-4-8' }),
    path: 'messages.1',
    message: "role 'system' is not supported on this model",
  },
  {
    rule: 'SYS-06',
    title: 'a system message on a platform without them',
    breaks: request([user('a'), system('b')]),
    passes: request([user('a'), system('b')]),
    target: { platform: 'bedrock' },
    passesTarget: { platform: 'vertex' },
    path: 'messages.1',
  },
  {
    rule: 'SYS-07',
    title: 'a directive without its beta',
    breaks: request([user('a'), EFFORT]),
    passes: request([user('a'), EFFORT]),
    passesTarget: EFFORT_BETA,
    path: 'messages.1.output_config',
    message: 'messages.1.output_config: Extra inputs are not permitted',
  },
]
